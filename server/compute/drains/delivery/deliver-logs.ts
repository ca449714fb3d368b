import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Log } from '../../../log.ts'
import type { Limit } from '../../logs/reading/limit-concurrency.ts'
import { drainedLogs } from '../rows/positions.ts'
import { waitingLines, waitingLogs } from '../rows/waiting-lines.ts'
import type { SendResult, Target } from '../targets/target.ts'
import { backOffMs } from './back-off.ts'
import { BatchSize } from './batch-size.ts'
import { type Batch, collectBatch, isFull } from './collect-batch.ts'
import { confirmBatch, type Delivery, recordFailure } from './confirm-batch.ts'
import type { PendingLogs } from './pending-logs.ts'

export interface DeliveryOptions extends Delivery {
  target: Target
  pending: PendingLogs
  /** Of all drains of this process together, for reading the database. */
  limit: Limit
  log: Log
  signal: AbortSignal
}

const LOGS_AT_ONCE = 100
const LOGS_OF_SCAN = 2000
/** Batches that wait for minutes are looked at this often, because they may be full. */
const LOOK_MS = 2000
/** A target that refuses a batch gets it again, because some refuse everything while they start. */
const MAX_REJECTIONS = 3
const DATABASE_AGAIN_MS = 1000

/** Sends the lines of a drain until `signal` aborts, one batch at a time. */
export async function deliverLogs(options: DeliveryOptions): Promise<void> {
  const { row, pending, signal, target, limit, db } = options
  const size = new BatchSize(target.limits)
  const state = {
    failures: 0,
    rejections: 0,
    error: row.failingSince ? row.lastError : (undefined as string | undefined),
  }
  let isDue = false

  while (!signal.aborted) {
    if (pending.isScanDue) await limit(() => scan(options))
    if (pending.size === 0) {
      await pending.wait(signal)
      continue
    }
    if (!isDue) await untilDue(options)
    signal.throwIfAborted()
    const addresses = pending.take(LOGS_AT_ONCE)
    const batch = await limit(async () => {
      const logs = await drainedLogs(db, row.id, addresses)
      const collected = await collectBatch(db, row, logs, size.limits)
      const ended = new Set(collected.exhausted.map(({ address }) => address))
      for (const { address } of logs) if (!ended.has(address)) pending.add(address)
      return collected
    })
    const result: SendResult =
      batch.records.length === 0 ? { kind: 'sent', reply: '' } : await target.send(batch.records, signal)
    isDue = pending.size > 0 && (isFull(batch, size.limits) || result.kind !== 'sent')
    await settle(batch, result)
  }

  async function settle(batch: Batch, result: SendResult): Promise<void> {
    const { records, positions, lost } = batch
    if (result.kind === 'sent') {
      if (positions.length > 0 || lost > 0) {
        const endsFailure = state.error !== undefined && records.length > 0
        await confirmBatch(options, batch, { kind: 'sent', endsFailure })
      }
      if (records.length > 0) {
        Object.assign(state, { failures: 0, rejections: 0, error: undefined })
        size.grow()
      }
      return
    }
    for (const { address } of positions) pending.add(address)
    isDue = true
    if (result.kind === 'tooLarge' && size.shrink(records.length)) return
    if (state.error !== result.error || state.failures === 0)
      await recordFailure(options, result.error, state.error !== result.error)
    state.error = result.error
    if (result.kind !== 'failed') {
      state.rejections += 1
      if (result.kind === 'tooLarge' || state.rejections >= MAX_REJECTIONS) {
        await confirmBatch(options, batch, { kind: 'rejected', endsFailure: false })
        state.rejections = 0
        return
      }
    }
    state.failures += 1
    const afterMs = result.kind === 'failed' ? result.afterMs : undefined
    await delay(backOffMs(state.failures, afterMs, Math.random()), undefined, { signal })
  }
}

async function scan({ db, row, pending }: DeliveryOptions): Promise<void> {
  pending.isScanDue = false
  const found = await waitingLogs(db, row.id, LOGS_OF_SCAN)
  for (const address of found) pending.add(address)
  // The others are found when these are sent.
  if (found.length === LOGS_OF_SCAN) pending.isScanDue = true
}

/** Waits until the oldest line has waited long enough, or the batch is full. */
async function untilDue({ db, row, pending, target, signal }: DeliveryOptions): Promise<void> {
  const { ageMs, bytes } = target.limits
  const dueAt = pending.since + ageMs
  for (;;) {
    const leftMs = dueAt - performance.now()
    if (leftMs <= 0) return
    await delay(Math.min(leftMs, LOOK_MS), undefined, { signal })
    if (ageMs <= LOOK_MS) continue
    const [waiting] = await waitingLines(db, sql`dr.id = ${row.id}`)
    if (waiting && waiting.bytes >= bytes) return
  }
}

/** Delivers again after failures of the database, which are no failures of the target. */
export async function keepDelivering(options: DeliveryOptions, isFinal: (error: unknown) => boolean): Promise<void> {
  const { signal, log, row, pending } = options
  while (!signal.aborted) {
    try {
      await deliverLogs(options)
    } catch (error) {
      if (signal.aborted || isFinal(error)) return
      log.warn({ err: error, drainId: row.id }, 'a log drain was interrupted; continuing from its confirmed position')
      await delay(DATABASE_AGAIN_MS, undefined, { signal }).catch(() => {})
      pending.scan()
    }
  }
}
