import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { linesOf } from '../../../../src/rules/log-batch.ts'
import type { Db } from '../../../store/connection.ts'
import { logExtent, readBatches, readBatchesBefore } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'

export type Order = 'oldestFirst' | 'newestFirst'

export interface MergedLine extends LogLine {
  /** The log that has the line. */
  service: string
}

const BYTES_AT_ONCE = 262_144

/** Yields the lines of one log with one batch in memory at a time. */
async function* linesOfLog(db: Db, address: LogAddress, order: Order): AsyncGenerator<LogLine> {
  const { oldest, head } = await logExtent(db, address)
  const left = { from: oldest, to: head }
  while (left.from <= left.to) {
    const read = order === 'oldestFirst' ? readBatches : readBatchesBefore
    const batches = await read(db, address, left, BYTES_AT_ONCE)
    const [first, last] = [batches[0], batches.at(-1)]
    if (!first || !last) return
    if (order === 'oldestFirst') left.from = last.sequence + 1
    else left.to = first.first - 1
    const lines = batches.flatMap(linesOf)
    yield* order === 'oldestFirst' ? lines : lines.reverse()
  }
}

/**
 * Yields the lines of several logs by time, and keeps the order within each log. Renumbers them, because each log has
 * its own sequence numbers.
 */
export async function* mergedLines(db: Db, addresses: readonly LogAddress[], order: Order): AsyncGenerator<MergedLine> {
  const extents = await Promise.all(addresses.map((address) => logExtent(db, address)))
  const ends = extents.map(({ oldest, head }) => (order === 'oldestFirst' ? oldest - 1 : head + 1))
  let position = ends.reduce((sum, end) => sum + end, 0) - (order === 'oldestFirst' ? 0 : addresses.length - 1)
  const sources = addresses.map((address) => linesOfLog(db, address, order))
  const heads = await Promise.all(sources.map((source) => source.next()))
  for (;;) {
    const next = nextOf(heads, order)
    const head = heads[next]
    const source = sources[next]
    const address = addresses[next]
    if (!head || head.done || !source || !address) return
    position += order === 'oldestFirst' ? 1 : -1
    yield { ...head.value, sequence: position, service: address.service }
    heads[next] = await source.next()
  }
}

/** Compares times as strings, because they are ISO 8601 in UTC. */
function nextOf(heads: readonly IteratorResult<LogLine>[], order: Order): number {
  let next = -1
  let time: string | undefined
  for (const [index, head] of heads.entries()) {
    if (head.done) continue
    const isNext = time === undefined || (order === 'oldestFirst' ? head.value.time < time : head.value.time >= time)
    if (!isNext) continue
    next = index
    time = head.value.time
  }
  return next
}
