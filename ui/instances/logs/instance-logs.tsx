import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
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
import { LogTabs } from './log-tabs.tsx'
import { useReplicaLogs } from './reading/use-replica-logs.ts'
import { ReplicaFilter } from './replica-filter.tsx'

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
  return (
    <DeploymentLogs
      deployment={deployment}
      type={type}
      instance={instance}
      tools={
        <>
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
        </>
      }
    />
  )
}

type DeploymentLogsProps = { deployment: Deployment; type: LogType; instance: Instance; tools: ReactNode }

/** The logs of a deployment's replicas as one. The other logs are of the whole deployment. */
const DeploymentLogs = ({ deployment, type, instance, tools }: DeploymentLogsProps) => {
  const { all, chosen, choose, index } = useReplicaLogs(deployment, type)
  return (
    <Stack gap={3}>
      <Row wrap>
        {tools}
        {all.length > 1 && <ReplicaFilter logs={all} chosen={chosen} onChange={choose} />}
      </Row>
      <LogPanel
        key={`${deployment._id}${type}`}
        deployment={deployment}
        type={type}
        logs={chosen}
        outOf={all.length}
        index={index}
        instance={instance}
      />
    </Stack>
  )
}

const deploymentLabel = ({ number, status, createdAt }: Deployment): string =>
  `${number}, ${exactTimeText(Date.parse(createdAt))}, ${statusAppearances[status].label}`
