import * as v from 'valibot'
import { deploymentTopic } from '../contract/topics.ts'
import { type DeploymentId, deploymentId } from '../contract/wire/common.ts'
import { type LogType, logTypes } from '../contract/wire/log.ts'

/** The input that identifies a log in calls. */
export interface LogAddress {
  id: DeploymentId
  logType: LogType
  /** Only for services other than the first. */
  serviceName?: string
}

const parts = v.union([
  v.strictTuple([v.literal('deployment'), deploymentId, v.picklist(logTypes)]),
  v.strictTuple([v.literal('deployment'), deploymentId, v.picklist(logTypes), v.pipe(v.string(), v.minLength(1))]),
])

/** Returns the log of a live topic; null for other topics. */
export const logOfTopic = (topic: string): LogAddress | null => {
  const read = v.safeParse(parts, topic.split('/'))
  if (!read.success) return null
  const [, id, logType, serviceName] = read.output
  return { id, logType, ...(serviceName && { serviceName }) }
}

export const topicOfLog = ({ id, logType, serviceName }: LogAddress): string =>
  deploymentTopic(id, logType, serviceName)
