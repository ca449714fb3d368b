import * as v from 'valibot'
import type { LogSink } from './log-sink.ts'

const line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    level: v.number(),
    msg: v.optional(v.string(), ''),
    err: v.optional(v.object({ message: v.string(), cause: v.optional(v.object({ message: v.string() })) })),
  }),
)

const SAME_AGAIN_MS = 30_000
const MAX_REMEMBERED = 100
const ERROR = 50

/** Shortens log lines for a terminal to one line each, and drops repetitions of the same line. */
export const terminalLogSink = (sink: LogSink, now: () => number = Date.now): LogSink => {
  const printedAtMs = new Map<string, number>()
  return {
    write: (json) => {
      const read = v.safeParse(line, json)
      if (!read.success) return
      const { level, msg, err } = read.output
      // The message of a failed query contains only the query; its cause contains the reason.
      const reason = (err?.cause ?? err)?.message.split('\n')[0]
      const text = `${level >= ERROR ? 'error' : 'warning'}: ${msg}${reason ? `: ${reason}` : ''}\n`
      const last = printedAtMs.get(text)
      if (last !== undefined && now() - last < SAME_AGAIN_MS) return
      if (printedAtMs.size >= MAX_REMEMBERED) printedAtMs.clear()
      printedAtMs.set(text, now())
      sink.write(text)
    },
    flushSync: sink.flushSync,
  }
}
