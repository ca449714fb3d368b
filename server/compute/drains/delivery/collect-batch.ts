import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { linesOf } from '../../../../src/rules/log-batch.ts'
import type { Db } from '../../../store/connection.ts'
import { logExtent, readBatches } from '../../logs/chunks/read-batches.ts'
import type { DrainRow } from '../rows/drain-wire.ts'
import type { DrainedLog } from '../rows/positions.ts'
import type { DrainRecord } from '../targets/record.ts'
import type { BatchLimits } from '../targets/target.ts'

export interface Batch {
  records: DrainRecord[]
  /** Of the records' text. */
  bytes: number
  /** The position of each log after the batch, in lines that the drain does not send as well. */
  positions: DrainedLog[]
  /** Lines that were removed from the store before they could be sent. */
  lost: number
  /** Logs without further lines. */
  exhausted: DrainedLog[]
}

export const isFull = ({ records, bytes }: Batch, limits: BatchLimits): boolean =>
  records.length >= limits.lines || bytes >= limits.bytes

/** Reads the next lines of logs, each in order. A log's lines are in one piece. */
export async function collectBatch(
  db: Db,
  { streams }: Pick<DrainRow, 'streams'>,
  logs: readonly DrainedLog[],
  limits: BatchLimits,
): Promise<Batch> {
  const batch: Batch = { records: [], bytes: 0, positions: [], lost: 0, exhausted: [] }
  for (const log of logs) {
    if (isFull(batch, limits)) break
    await addLog(db, log, new Set(streams), batch, limits)
  }
  return batch
}

async function addLog(
  db: Db,
  { address, origin, sequence }: DrainedLog,
  streams: ReadonlySet<LogLine['stream']>,
  batch: Batch,
  limits: BatchLimits,
): Promise<void> {
  let position = sequence
  // Lines up to here had been stored before the last read, so what it does not find of them is gone.
  let stored = sequence
  while (!isFull(batch, limits)) {
    const range = { from: position + 1, to: Number.MAX_SAFE_INTEGER }
    const read = await readBatches(db, address, range, limits.bytes - batch.bytes)
    if (read.length === 0) {
      if (stored <= position) {
        stored = (await logExtent(db, address)).head
        if (stored > position) continue
      }
      batch.lost += Math.max(0, stored - position)
      position = Math.max(stored, position)
      batch.exhausted.push({ address, origin, sequence: position })
      break
    }
    for (const lines of read) {
      if (isFull(batch, limits)) break
      batch.lost += Math.max(0, lines.first - position - 1)
      for (const { sequence: next, time, stream, log: text } of linesOf(lines)) {
        if (isFull(batch, limits)) break
        position = next
        if (!streams.has(stream)) continue
        batch.records.push({ origin, sequence: next, atMs: Date.parse(time), stream, text })
        batch.bytes += text.length
      }
    }
  }
  if (position > sequence) batch.positions.push({ address, origin, sequence: position })
}
