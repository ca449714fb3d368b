import type { LogLine } from '../../contract/wire/log.ts'

/** A line among those of several replicas names its own. */
export interface ReplicaLine extends LogLine {
  replica?: string | undefined
}

/** The formats of log files. */
export const writeLine = {
  text: ({ time, replica, log }: ReplicaLine): string =>
    `${time}\t${replica === undefined ? '' : `${replica}\t`}${log}\n`,
  ndjson: (line: ReplicaLine): string => `${JSON.stringify(line)}\n`,
}

export type LogFileFormat = keyof typeof writeLine
