import { sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../../src/contract/wire/common.ts'
import type { Config } from '../../../config.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { beyondSize, dropChunks, olderThan } from '../chunks/drop-chunks.ts'
import { createDiskSpaceReclaimer, refillReserve, type WithDiskSpace } from './disk-space.ts'

export interface LogRetention {
  /** Called after each write; drops the instance's oldest lines when it exceeds its limit. */
  written(deploymentId: DeploymentId, bytes: number): Promise<void>
  withDiskSpace: WithDiskSpace
  /** Runs maintenance that can be repeated later; logs errors instead of throwing them. */
  logErrors(work: () => Promise<unknown>): Promise<void>
  /** Drops chunks that are too old or exceed an instance's limit. */
  enforceLimits(): Promise<void>
  start(): void
  stop(): void
}

const FIRST_AFTER_MS = 60_000
const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** The fraction of the limit that may be written before the size is computed again. */
const RECHECK_FRACTION = 1 / 64

/** Enforces the limits on stored logs. Several nodes may do so at once, because dropping is idempotent. */
export function createLogRetention({ db, limits, log }: { db: Db; limits: Config['logs']; log: Log }): LogRetention {
  const { retentionBytes, retentionDays } = limits
  const unseenBytes = new Map<DeploymentId, number>()
  const timers: NodeJS.Timeout[] = []

  async function enforceLimits(): Promise<void> {
    const aged = await dropChunks(db, olderThan(new Date(Date.now() - retentionDays * DAY_MS)))
    const surplus = await dropChunks(db, beyondSize(retentionBytes, sql`true`))
    if (aged + surplus > 0) log.info({ aged, surplus }, 'dropped the oldest log chunks')
    unseenBytes.clear()
    await refillReserve(db)
  }

  async function logErrors(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, 'log maintenance failed; trying again later')
    }
  }

  return {
    async written(deploymentId, bytes) {
      const unseen = (unseenBytes.get(deploymentId) ?? 0) + bytes
      unseenBytes.set(deploymentId, unseen)
      if (unseen < retentionBytes * RECHECK_FRACTION) return
      unseenBytes.delete(deploymentId)
      const ofInstance = sql`instance_id = (select instance_id from deployment where id = ${deploymentId})`
      await logErrors(() => dropChunks(db, beyondSize(retentionBytes, ofInstance)))
    },

    withDiskSpace: createDiskSpaceReclaimer(db, log),
    logErrors,
    enforceLimits,

    start() {
      const first = setTimeout(() => {
        void logErrors(enforceLimits)
        const every = setInterval(() => void logErrors(enforceLimits), EVERY_MS)
        every.unref()
        timers.push(every)
      }, FIRST_AFTER_MS)
      first.unref()
      timers.push(first)
    },

    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
