import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { LogStream, LogType } from '../../../../src/contract/wire/log.ts'

/** Where the lines of one log are from. Names may change; ids do not. */
export interface LogOrigin {
  organizationId: OrganizationId
  organization: string
  projectId: ProjectId
  project: string
  instanceId: InstanceId
  instance: string
  deploymentId: DeploymentId
  logType: LogType
  /** The name of its log, which with `sequence` identifies a line of a deployment and log type. */
  log: string
  service: string
  /** From 1. */
  replica: number
}

/** A line of a log on its way to a target. Its text holds no newline. */
export interface DrainRecord {
  origin: LogOrigin
  sequence: number
  atMs: number
  stream: LogStream
  text: string
}

/** The same for a line that is sent twice, so that a receiver can drop the second. */
const recordId = ({ origin, sequence }: DrainRecord): string =>
  [origin.deploymentId, origin.logType, ...(origin.log === '' ? [] : [origin.log]), sequence].join('/')

/** One JSON object for each line; JSON escapes every control character, so a text cannot end its record. */
export const ndjsonOf = (records: readonly DrainRecord[]): string => {
  let lines = ''
  for (const record of records) {
    const { origin, atMs, stream, text, sequence } = record
    const { log: _, ...from } = origin
    const fields = {
      time: new Date(atMs).toISOString(),
      stream,
      message: text,
      ...from,
      sequence,
      id: recordId(record),
    }
    lines += `${JSON.stringify(fields)}\n`
  }
  return lines
}
