import * as v from 'valibot'
import { deploymentTopic } from '../contract/live.ts'
import { type DeploymentId, deploymentId } from '../contract/wire/common.ts'
import { type LogType, logTypes } from '../contract/wire/log.ts'

/** Which log of which deployment, as calls name it. */
export interface LogAddress {
  id: DeploymentId
  logType: LogType
  /** Of a service that is not the first one. */
  serviceName?: string
}

const parts = v.union([
  v.strictTuple([v.literal('deployment'), deploymentId, v.picklist(logTypes)]),
  v.strictTuple([v.literal('deployment'), deploymentId, v.picklist(logTypes), v.pipe(v.string(), v.minLength(1))]),
])

/** The log that a live topic tells of; null for a topic of anything else. */
export const logOfTopic = (topic: string): LogAddress | null => {
  const read = v.safeParse(parts, topic.split('/'))
  if (!read.success) return null
  const [, id, logType, serviceName] = read.output
  return { id, logType, ...(serviceName && { serviceName }) }
}

export const topicOfLog = ({ id, logType, serviceName }: LogAddress): string =>
  deploymentTopic(id, logType, serviceName)
