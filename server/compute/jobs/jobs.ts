import type { runCalls } from '../../../src/contract/calls/compute/run-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { repeatEvery } from '../../jobs/repeat-every.ts'
import type { Store } from '../../store/connection.ts'
import type { CreateOptions } from '../instances/create-instance.ts'
import { jobHandlers } from './job-handlers.ts'
import { runHandlers } from './run-handlers.ts'
import type { RunSettings } from './runs/job-outcome.ts'
import { createRunReconciler } from './runs/run-reconciler.ts'
import { RUN_CHANNEL } from './runs/run-rows.ts'
import { createScheduler } from './scheduling/scheduler.ts'

export interface Jobs {
  handlers: Handlers<keyof typeof runCalls>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Maximum delay after a missed NOTIFY, and until the runs of a dead process are taken over. */
const RESUME_MS = 10_000

/** One-off commands and scheduled jobs. */
export function createJobs(
  settings: RunSettings & Pick<CreateOptions, 'db' | 'admission' | 'regions'>,
  { listen }: Pick<Store, 'listen'>,
): Jobs {
  const { log } = settings
  const reconciler = createRunReconciler(settings)
  const scheduler = createScheduler(settings)
  let stopListening = () => {}
  let stopResuming = async () => {}

  const resume = () =>
    reconciler
      .resume()
      .catch((error: unknown) => log.warn({ err: error }, 'looking for runs failed; trying again later'))

  return {
    handlers: { ...runHandlers(settings), ...jobHandlers(settings) },

    async start() {
      stopListening = listen(RUN_CHANNEL, reconciler.onRunChanged)
      await resume()
      stopResuming = repeatEvery(RESUME_MS, resume)
      scheduler.start()
    },

    async stop() {
      stopListening()
      await stopResuming()
      await scheduler.stop()
      await reconciler.stop()
    },
  }
}
