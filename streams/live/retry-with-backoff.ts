import { type MonoTypeOperatorFunction, retry, timer } from 'rxjs'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import { waitBeforeMs } from './wait-before.ts'

export type Waiting = Pick<World, 'scheduler' | 'random'>

/** Reports errors and retries with back-off, without limit. */
export const retryWithBackoff = <T>(
  where: string,
  { scheduler, random }: Waiting,
  report: Report,
): MonoTypeOperatorFunction<T> =>
  retry({
    resetOnSuccess: true,
    delay: (error, attempt) => {
      report(where, error)
      return timer(waitBeforeMs(attempt, random()), scheduler)
    },
  })
