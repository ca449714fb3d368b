import { ExternalLink } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './links-card.module.css'

/** The instance's addresses, for browsers and for programs on the engine's machine. */
export const LinksCard = ({ instance }: { instance: Instance }) => {
  const isUp = instance.state === 'Active' && instance.desiredState === 'active'
  return (
    <Card title="Links and ports" padded={false}>
      {instance.ports.length === 0 ? (
        <div className={css.none}>
          <Text tone="muted">This instance has no ports, so it has no link.</Text>
        </div>
      ) : (
        <ul className={css.list}>
          {instance.ports.map((port) => (
            <li key={port.containerPort} className={css.line}>
              <span className={css.port}>
                <span className={css.number}>{port.containerPort}</span>
                <span className={css.note}>port</span>
              </span>
              {port.url ? (
                <Address url={port.url} isUp={isUp} />
              ) : (
                <Where hostPort={port.hostPort} host={instance.providerHost} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const Address = ({ url, isUp }: { url: string; isUp: boolean }) => (
  <>
    {isUp ? (
      <a className={css.url} href={url} target="_blank" rel="noreferrer">
        {url}
        <ExternalLink />
      </a>
    ) : (
      <span className={css.idle}>{url}</span>
    )}
    <CopyButton text={url} label="Copy link" />
  </>
)

const Where = ({ hostPort, host }: { hostPort: number | null; host: string }) =>
  hostPort === null ? (
    <span className={css.idle}>Not listening</span>
  ) : (
    <>
      <code className={css.idle}>{`${host}:${hostPort}`}</code>
      <CopyButton text={`${host}:${hostPort}`} label="Copy address" />
    </>
  )
