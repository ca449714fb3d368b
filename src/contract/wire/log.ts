import * as v from 'valibot'
import { instant } from './common.ts'

export const logTypes = ['logs', 'instanceLogs', 'instanceEvents', 'shellCommands', 'runLogs'] as const
export const logStreams = ['stdout', 'stderr', 'system'] as const

/** One line of any log. */
export const logLine = v.object({
  /** Counts the lines of a deployment and log type from 1. */
  sequence: v.number(),
  time: instant,
  stream: v.picklist(logStreams),
  log: v.string(),
})

/** Consecutive lines in a compact form: a line costs a client little more than its characters. */
export const logBatch = v.object({
  kind: v.literal('lines'),
  /** Sequence numbers of the first and the last line. */
  first: v.number(),
  sequence: v.number(),
  /** When each was written, in milliseconds since 1970. */
  atMs: v.array(v.number()),
  /** A letter for each: `o` stdout, `e` stderr, `s` system. */
  streams: v.string(),
  /** The lines, separated by newlines; a line never contains one. */
  text: v.string(),
})

/** Lines that were skipped because the client was too slow; it can read them by their range. */
export const logGap = v.object({ kind: v.literal('gap'), first: v.number(), sequence: v.number() })

export const logPacket = v.variant('kind', [logBatch, logGap])

export type LogLine = v.InferOutput<typeof logLine>
export type LogType = (typeof logTypes)[number]
export type LogStream = (typeof logStreams)[number]
export type LogBatch = v.InferOutput<typeof logBatch>
export type LogPacket = v.InferOutput<typeof logPacket>
