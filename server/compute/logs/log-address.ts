import { deploymentTopic } from '../../../src/contract/topics.ts'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'

/** Which log of which deployment; each service has a log of its own, with its own sequence numbers. */
export interface LogAddress {
  deploymentId: DeploymentId
  logType: LogType
  /** Empty for the only service, or the first one. */
  service: string
}

/** What a deployment's only service is called where services are listed. */
const FIRST_SERVICE = 'app'

export const LOG_CHANNEL = 'deployment_log'

export const topicOf = ({ deploymentId, logType, service }: LogAddress): string =>
  deploymentTopic(deploymentId, logType, service)

export function addressOf(topic: string): LogAddress {
  const [, deploymentId, logType, service = ''] = topic.split('/')
  // The hub checks a topic's shape before it asks.
  return { deploymentId: deploymentId as DeploymentId, logType: logType as LogType, service }
}

/** The log that a call names. */
export const addressIn = (input: {
  id: DeploymentId
  logType: LogType
  serviceName?: string | undefined
}): LogAddress => ({ deploymentId: input.id, logType: input.logType, service: serviceIn(input) ?? '' })

export const serviceIn = ({ serviceName }: { serviceName?: string | undefined }): string | undefined =>
  serviceName === FIRST_SERVICE ? '' : serviceName || undefined
