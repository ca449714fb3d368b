import type { Instance } from '../../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { type Connection, connectionsOf } from '../../../../src/rules/connections/connections-of.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { CopyButton } from '../../../parts/actions/copy-button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import css from './connect-card.module.css'
import { ConnectionStringLine } from './connection-string-line.tsx'

/** How programs reach the services; nothing where none can be reached by name. */
export const ConnectCard = ({ instance }: { instance: Instance }) => {
  const { _id, desiredDeployment, networkName } = instance
  const { data } = useQuery('readDeployment', desiredDeployment ? { id: desiredDeployment } : null)
  const configuration = lastLoaded(data)?.value.deployment.configuration
  const connections = configuration ? connectionsOf(configuration, networkName) : []
  if (connections.length === 0) return null
  return (
    <Card title="Connect" text="Addresses for other programs. Browsers use the links above." padded={false}>
      <ul className={css.list}>
        {connections.map((connection) => (
          <li key={connection.service} className={css.item}>
            <div className={css.head}>
              <span className={css.service}>{connection.service}</span>
              <Badge>{connection.label}</Badge>
            </div>
            <Addresses connection={connection} />
            {connection.parts && (
              <ConnectionStringLine id={_id} service={connection.service} parts={connection.parts} />
            )}
            {connection.reference && (
              <Line
                label="As a variable"
                text={connection.reference}
                copy={`Copy reference to ${connection.service}`}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Addresses = ({ connection: { service, inside, project } }: { connection: Connection }) => (
  <>
    {inside && <Line label="In this instance" text={inside} copy={`Copy address of ${service}`} />}
    {project && <Line label="In the project" text={project} copy={`Copy project address of ${service}`} />}
  </>
)

const Line = ({ label, text, copy }: { label: string; text: string; copy: string }) => (
  <div className={css.line}>
    <span className={css.label}>{label}</span>
    <code className={css.text}>{text}</code>
    <CopyButton text={text} label={copy} />
  </div>
)
