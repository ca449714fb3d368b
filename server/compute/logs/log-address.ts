import { deploymentTopic } from '../../../src/contract/live.ts'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'

/** Which log of which deployment. */
export interface LogAddress {
  deploymentId: DeploymentId
  logType: LogType
}

export const LOG_CHANNEL = 'deployment_log'

export const topicOf = ({ deploymentId, logType }: LogAddress): string => deploymentTopic(deploymentId, logType)

export function addressOf(topic: string): LogAddress {
  const [, deploymentId, logType] = topic.split('/')
  // The hub checks a topic's shape before it asks.
  return { deploymentId: deploymentId as DeploymentId, logType: logType as LogType }
}
