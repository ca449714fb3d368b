import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeploymentId } from '../../../../src/contract/wire/common.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { Log } from '../../../log.ts'
import { databaseErrorKind } from '../../../store/database-error-kind.ts'
import { appendLines } from '../chunks/append-lines.ts'
import { readBatches, readerState } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'
import { systemLine } from '../stored-line.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { LogOwnershipLost, type WriterOptions } from './log-writer.ts'
import { type MaskerOf, readWorkload } from './read-workload.ts'

/** A workload and the log that its output is stored in. */
export interface WorkloadLog {
  workloadId: string
  /** The name of the engine that runs it. */
  engine: string
  address: LogAddress
}

export interface WorkloadLogs {
  /** Reads a workload's output until it ends, unless a reader runs already. */
  follow(log: WorkloadLog): void
  /** Restarts the readers of a deployment from the last stored line at once. */
  refresh(deploymentId: DeploymentId): void
  /** Waits at most `limitMs` until all output of an ended workload is stored; returns whether it is. */
  drain(log: WorkloadLog, limitMs: number): Promise<boolean>
  /**
   * Stops reading a workload that is removed before all its lines are stored, and adds one line about it to its log.
   */
  giveUp(log: WorkloadLog): Promise<void>
  /** Stops reading a workload that is about to be removed. */
  forget(log: Pick<WorkloadLog, 'workloadId'>): Promise<void>
  stop(): Promise<void>
}

interface Reader {
  engine: string
  address: LogAddress
  /** Aborts the current read of the engine, so that the next one begins, unless the workload is forgotten. */
  turn: AbortController
  isForgotten: boolean
  /** Resolves with whether the workload's output was read to its end. */
  ended: Promise<boolean>
  /** `follow` was called during this read, so another one follows. */
  rereadRequested: boolean
}

const READ_AGAIN_MS = 1000
/** Leaves connections for others when a control plane starts beside thousands of workloads. */
const OPENED_AT_ONCE = 4
const DRAIN_AGAIN_MS = 100
const MISSING = 'The last lines may be missing because they could not be stored in time'

/** Runs one reader for each workload, independent of watchers. */
export function createWorkloadLogs(
  options: WriterOptions & { engines: Engines<Pick<Engine, 'logs'>>; log: Log; maskerOf: MaskerOf },
): WorkloadLogs {
  const { db, engines, tails, retention, log, maskerOf } = options
  const readers = new Map<string, Reader>()
  const limit = limitConcurrency(OPENED_AT_ONCE)

  function follow({ workloadId, engine, address }: WorkloadLog): Reader {
    const known = readers.get(workloadId)
    if (known) {
      known.rereadRequested = true
      return known
    }
    const reader: Reader = {
      engine,
      address,
      turn: new AbortController(),
      isForgotten: false,
      ended: Promise.resolve(false),
      rereadRequested: false,
    }
    readers.set(workloadId, reader)
    reader.ended = read(workloadId, reader).finally(() => {
      readers.delete(workloadId)
      // Another process may write the log from now on, which this process would not notice.
      tails.forget(address)
    })
    return reader
  }

  async function read(workloadId: string, reader: Reader): Promise<boolean> {
    const { address } = reader
    let isWhole: boolean
    do {
      isWhole = false
      reader.rereadRequested = false
      reader.turn = new AbortController()
      try {
        const { signal } = reader.turn
        const engine = engines.of(reader.engine)
        await readWorkload({ db, engine, tails, retention, workloadId, maskerOf, limit, address, signal })
        isWhole = true
      } catch (error) {
        if (error instanceof LogOwnershipLost || reader.isForgotten) return false
        if (reader.turn.signal.aborted) continue
        log.warn({ err: error, workloadId }, 'stopped reading the output of a workload')
        // After a failure of the engine, a pass that finds the workload running calls `follow` again.
        if (databaseErrorKind(error) === undefined) return false
        await delay(READ_AGAIN_MS, undefined, { signal: reader.turn.signal }).catch(() => {})
        reader.rereadRequested = true
      }
    } while ((reader.rereadRequested || reader.turn.signal.aborted) && !reader.isForgotten)
    return isWhole
  }

  async function forget({ workloadId }: Pick<WorkloadLog, 'workloadId'>): Promise<void> {
    const reader = readers.get(workloadId)
    if (!reader) return
    reader.isForgotten = true
    reader.turn.abort()
    await reader.ended
  }

  return {
    follow: (workloadLog) => void follow(workloadLog),
    refresh: (deploymentId) => {
      for (const { address, turn } of readers.values()) if (address.deploymentId === deploymentId) turn.abort()
    },
    async drain(workloadLog, limitMs) {
      const limit = AbortSignal.timeout(limitMs)
      const late = once(limit, 'abort').then(() => false)
      while (!limit.aborted) {
        const reader = follow(workloadLog)
        if (await Promise.race([reader.ended, late])) return true
        if (reader.isForgotten) return false
        // Another reader wrote the log, or the engine was unreachable. The next read continues from the last stored
        // line.
        await delay(DRAIN_AGAIN_MS, undefined, { signal: limit }).catch(() => {})
      }
      return false
    },
    async giveUp(workloadLog) {
      await forget(workloadLog)
      const { address, workloadId } = workloadLog
      const { head, position } = await readerState(db, address)
      // The line may exist already, if removing the workload failed before.
      const newest = (await readBatches(db, address, { from: head, to: head }, 1)).at(-1)
      if (newest?.text === MISSING) return
      const append = { ...address, firstSequence: head + 1, lines: [systemLine(MISSING)], resume: position }
      const kept = await retention.withDiskSpace(() => appendLines(db, append))
      if (kept === 'full') log.warn({ workloadId }, 'the last lines of a workload could not be stored')
    },
    forget,
    stop: async () => {
      await Promise.all([...readers.keys()].map((workloadId) => forget({ workloadId })))
    },
  }
}
