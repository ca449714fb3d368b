import { useParams } from 'react-router-dom'
import type { Deployment } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { everyReplicaLog } from '../../../src/instances/replica-logs.ts'
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
import { LogTabs } from './log-tabs.tsx'
import { ReplicaSelect } from './replica-select.tsx'

const types: Record<string, LogType | undefined> = {
  'deployment-logs': 'logs',
  'instance-logs': 'instanceLogs',
  'instance-events': 'instanceEvents',
  'shell-commands': 'shellCommands',
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
        text="This address names none of the logs."
        to="../logs/instance-logs"
        label="Go to the instance logs"
      />
    )
  if (!deployment)
    return <EmptyState art={<LogbookArt />} title="No logs yet" text="Logs start with the first deployment." />
  const choose = (id: string) => chooseQuery({ deployment: id === newest?._id ? '' : id, service: '', line: '' })
  // The other logs are of the whole deployment.
  const logs = type === 'instanceLogs' ? everyReplicaLog(deployment.services) : []
  const service = logs.find((log) => log.name === query.get('service'))?.name ?? ''
  return (
    <Stack gap={3}>
      <Row wrap>
        <LogTabs deployment={query.get('deployment')} />
        {instance.deployments.length > 1 && (
          <Select
            label="Deployment"
            value={deployment._id}
            onChange={choose}
            options={instance.deployments.map((deployment) => ({
              value: deployment._id,
              label: deploymentLabel(deployment),
            }))}
          />
        )}
        {logs.length > 1 && (
          <ReplicaSelect logs={logs} value={service} onChange={(name) => chooseQuery({ service: name, line: '' })} />
        )}
      </Row>
      <LogPanel
        key={`${deployment._id}${type}${service}`}
        deployment={deployment}
        type={type}
        service={service}
        instance={instance}
      />
    </Stack>
  )
}

const deploymentLabel = ({ number, status, createdAt }: Deployment): string =>
  `${number}, ${exactTimeText(Date.parse(createdAt))}, ${statusAppearances[status].label}`
