import { sql } from 'drizzle-orm'
import type { logCalls } from '../../../src/contract/calls/log-calls.ts'
import type { ParsedOf } from '../../../src/contract/contract.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'
import type { Handlers } from '../../http/handler.ts'
import { Refused } from '../../http/refused.ts'
import type { Db } from '../../store/connection.ts'
import { lineWire } from './kept-line.ts'
import type { LogAddress } from './log-address.ts'
import { readLogPage } from './log-page.ts'
import { logExtent, readLines } from './read-chunks.ts'
import type { WorkloadLogs } from './workload-logs.ts'

const LINES_AT_ONCE = 5000
const KEPT_DAYS = 30
const KEPT_BYTES = 64 * 1_048_576

export interface LogHandlerOptions {
  db: Db
  logs: WorkloadLogs
}

const addressFor = (input: Pick<ParsedOf<'readLogRange'>, 'id' | 'logType'>): LogAddress => ({
  deploymentId: input.id,
  logType: input.logType,
})

/** Everything that can be asked of logs. */
export function logHandlers({ db, logs }: LogHandlerOptions): Handlers<keyof typeof logCalls> {
  return {
    readDeploymentLogs: ({ input }) => readLogPage(db, input),

    async readLogRange({ input }) {
      const address = addressFor(input)
      const extent = await logExtent(db, address)
      const last = Math.min(input.last, extent.head, input.first + LINES_AT_ONCE - 1)
      const lines = await readLines(db, address, input.first, last)
      const [first] = lines
      const packets = first
        ? [
            batchOf(
              lines.map(({ line }) => line),
              first.sequence,
            ),
          ]
        : []
      return { packets, ...extent }
    },

    async findLogPlace({ input }) {
      const address = addressFor(input)
      const { oldest, head } = await logExtent(db, address)
      const atMs = Date.parse(input.at)
      for (let at = oldest; at <= head; at += LINES_AT_ONCE) {
        const lines = await readLines(db, address, at, at + LINES_AT_ONCE - 1)
        const found = lines.find(({ line }) => line.atMs >= atMs)
        if (found) return { sequence: found.sequence, oldest, head }
      }
      return { sequence: head, oldest, head }
    },

    async readLogKeeping({ input }) {
      const { rows } = await db.execute<{ bytes: string; lines: string; oldest: Date | null }>(sql`
        select coalesce(sum(octet_length(lines)), 0) as bytes,
          coalesce(sum(last_sequence - first_sequence + 1), 0) as lines, min(c.created_at) as oldest
        from log_chunk c join deployment d on d.id = c.deployment_id where d.instance_id = ${input.id}`)
      const [row] = rows
      return {
        keptDays: KEPT_DAYS,
        keptBytes: KEPT_BYTES,
        bytes: Number(row?.bytes ?? 0),
        lines: Number(row?.lines ?? 0),
        oldestAt: row?.oldest ? new Date(row.oldest).toISOString() : null,
      }
    },

    async *searchLogs({ input }) {
      const address = addressFor(input)
      const { oldest, head } = await logExtent(db, address)
      const total = head - oldest + 1
      const wanted = input.find.toLowerCase()
      let found = 0
      for (let at = head; at >= oldest; at -= LINES_AT_ONCE) {
        const lines = await readLines(db, address, Math.max(at - LINES_AT_ONCE + 1, oldest), at)
        const matches = lines.filter(({ line }) => line.text.toLowerCase().includes(wanted)).reverse()
        found += matches.length
        yield { kind: 'matches' as const, lines: matches.map(({ line, sequence }) => lineWire(line, sequence)) }
      }
      yield { kind: 'ended' as const, reason: 'all' as const, scanned: total, total, found }
    },

    async triggerInstance({ input }) {
      if (input.type === 'download-logs')
        throw new Refused('unavailable', { words: 'Logs cannot be fetched as a file yet.' })
      const { rows } = await db.execute<{ id: typeof input.deploymentId }>(
        sql`select active_deployment as id from instance where id = ${input.id}`,
      )
      const [row] = rows
      if (row?.id) logs.follow(row.id)
      return { url: null, message: 'The log is read again' }
    },
  }
}
