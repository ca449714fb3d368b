import * as v from 'valibot'
import { type DeploymentId, deploymentId } from '../contract/wire/common.ts'
import { type LogType, logTypes } from '../contract/wire/log.ts'

/** Which log of which deployment, as calls name it. */
export interface LogAddress {
  id: DeploymentId
  logType: LogType
}

const parts = v.tuple([v.literal('deployment'), deploymentId, v.picklist(logTypes)])

/** The log that a live topic tells of; null for a topic of anything else. */
export const logOfTopic = (topic: string): LogAddress | null => {
  const read = v.safeParse(parts, topic.split('/'))
  return read.success ? { id: read.output[1], logType: read.output[2] } : null
}
