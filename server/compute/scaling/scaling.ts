import { sql } from 'drizzle-orm'
import type { scalingCalls } from '../../../src/contract/calls/instances/scaling-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { repeatEvery } from '../../jobs/repeat-every.ts'
import { scalingDecisions } from '../../store/schema.ts'
import { createScaler, type ScalerOptions } from './scaler.ts'
import { scalingHandlers } from './scaling-handlers.ts'

export interface Scaling {
  handlers: Handlers<keyof typeof scalingCalls>
  start(): void
  stop(): Promise<void>
}

type ScalingOptions = Omit<ScalerOptions, 'monotonicMs' | 'now'> &
  Partial<Pick<ScalerOptions, 'monotonicMs' | 'now'>> & { periodMs: number }

const KEPT_DAYS = 90
const PRUNE_MS = 3_600_000

/** Scales services by their rules, at intervals, and forgets old decisions. */
export function createScaling(given: ScalingOptions): Scaling {
  const options = { monotonicMs: () => performance.now(), now: () => new Date(), ...given }
  const { db, log, periodMs, monotonicMs } = options
  const scaler = createScaler(options)
  let stop = async () => {}
  let prunedMs = Number.NEGATIVE_INFINITY

  async function round(stopping: AbortSignal): Promise<void> {
    await scaler.evaluate(stopping)
    if (monotonicMs() - prunedMs < PRUNE_MS) return
    prunedMs = monotonicMs()
    await db.delete(scalingDecisions).where(sql`${scalingDecisions.at} < now() - make_interval(days => ${KEPT_DAYS})`)
  }

  return {
    handlers: scalingHandlers({ db, last: scaler.last }),
    start() {
      stop = repeatEvery(periodMs, round, {
        onError: (error) => log.warn({ err: error }, 'scaling services failed; trying again'),
      })
    },
    stop: () => stop(),
  }
}
