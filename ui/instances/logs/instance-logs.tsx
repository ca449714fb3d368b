import { useParams } from 'react-router-dom'
import type { Deployment } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { LogbookArt } from '../../parts/art/logbook-art.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { statusAppearances } from '../../parts/state/status-appearances.ts'
import { exactTimeText } from '../../parts/text/time-text.ts'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { MissingState } from '../../parts/waiting/missing-state.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { LogPanel } from './log-panel.tsx'

const types: Record<string, LogType | undefined> = {
  'deployment-logs': 'logs',
  'instance-logs': 'instanceLogs',
  'instance-events': 'instanceEvents',
}

export const InstanceLogs = () => {
  const instance = useCurrentInstance()
  const { logType = '' } = useParams()
  const { query, choose: chooseQuery } = useUrlQuery()
  const type = types[logType]
  const [newest] = instance.deployments
  const deployment = instance.deployments.find(({ _id }) => _id === query.get('deployment')) ?? newest

  if (!type)
    return (
      <MissingState
        headingLevel={2}
        title="Log not found"
        text="Choose one of the tabs above."
        to=".."
        label="Go to overview"
      />
    )
  if (!deployment)
    return <EmptyState art={<LogbookArt />} title="No logs yet" text="Logs start with the first deployment." />
  const choose = (id: string) => chooseQuery({ deployment: id === newest?._id ? '' : id, line: '' })
  return (
    <Stack gap={3}>
      {instance.deployments.length > 1 && (
        <Row>
          <Select
            label="Deployment"
            value={deployment._id}
            onChange={choose}
            options={instance.deployments.map((deployment) => ({
              value: deployment._id,
              label: deploymentLabel(deployment),
            }))}
          />
        </Row>
      )}
      <LogPanel key={`${deployment._id}${type}`} deployment={deployment} type={type} instance={instance} />
    </Stack>
  )
}

const deploymentLabel = ({ status, createdAt }: Deployment): string =>
  `${exactTimeText(Date.parse(createdAt))}, ${statusAppearances[status].label}`
