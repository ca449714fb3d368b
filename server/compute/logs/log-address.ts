import { deploymentTopic } from '../../../src/contract/topics.ts'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'

/** Identifies a log of a deployment. Each service has its own log with its own sequence numbers. */
export interface LogAddress {
  deploymentId: DeploymentId
  logType: LogType
  /** Empty for the only or the first service. */
  service: string
}

/** The name of a deployment's only service in lists of services. */
const FIRST_SERVICE = 'app'

export const LOG_CHANNEL = 'deployment_log'

export const topicOf = ({ deploymentId, logType, service }: LogAddress): string =>
  deploymentTopic(deploymentId, logType, service)

export function addressOf(topic: string): LogAddress {
  const [, deploymentId, logType, service = ''] = topic.split('/')
  // The hub has validated the topic's format.
  return { deploymentId: deploymentId as DeploymentId, logType: logType as LogType, service }
}

/** Returns the log that a call's input names. */
export const addressIn = (input: {
  id: DeploymentId
  logType: LogType
  serviceName?: string | undefined
}): LogAddress => ({ deploymentId: input.id, logType: input.logType, service: serviceIn(input) ?? '' })

/** Returns the logs that a call's input names; undefined for all. */
export const servicesIn = (input: {
  serviceName?: string | undefined
  serviceNames?: readonly string[] | undefined
}): string[] | undefined => {
  const names = input.serviceNames?.map((serviceName) => serviceIn({ serviceName }) ?? '') ?? [serviceIn(input)]
  const named = names.filter((name) => name !== undefined)
  return named.length > 0 ? [...new Set(named)] : undefined
}

export const serviceIn = ({ serviceName }: { serviceName?: string | undefined }): string | undefined =>
  serviceName === FIRST_SERVICE ? '' : serviceName || undefined
