import { deploymentTopic } from '../../src/contract/live.ts'
import type { Deployment, Instance } from '../../src/contract/wire/compute.ts'
import type { LogType } from '../../src/contract/wire/log.ts'
import { useLog } from '../app/use-topic.ts'
import { LogbookArt } from '../parts/art/logbook-art.tsx'
import { LogView } from '../parts/logs/log-view.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import css from './deployment-log.module.css'
import { LogTools } from './log-tools.tsx'

type DeploymentLogProps = { deployment: Deployment; type: LogType; instance: Instance }

const names: Record<LogType, string> = {
  logs: 'Deployment logs',
  instanceLogs: 'Instance logs',
  instanceEvents: 'Events',
  shellCommands: 'Shell commands',
}

/** One log from its first line on, and each new line as it comes. */
export const DeploymentLog = ({ deployment, type, instance }: DeploymentLogProps) => {
  const store = useLog(deploymentTopic(deployment._id, type))
  return (
    <div className={css.log}>
      <LogTools store={store} fileName={`service-logs-${instance._id}.log`} />
      <LogView
        book={store}
        height="fill"
        label={`${names[type]} of ${instance.name}`}
        empty={<EmptyState art={<LogbookArt />} title="No lines yet" text={emptyWords(type, instance)} />}
      />
    </div>
  )
}

const emptyWords = (type: LogType, { state, wish }: Instance): string => {
  const isOver = state === 'Closed' || state === 'Failed-start' || wish !== 'active'
  if (isOver) return 'This deployment wrote none.'
  if (type === 'instanceLogs') return 'What the program prints appears here as it is printed.'
  if (type === 'instanceEvents') return 'Restarts, health and other events appear here as they happen.'
  return 'What is done to deploy appears here as it is done.'
}
