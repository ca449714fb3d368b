import { useSyncExternalStore } from 'react'
import { clockNowMs, subscribeToSeconds } from '../../parts/text/shared-clock.ts'

const HOUR_MS = 3_600_000

/** Returns the start of the present hour, so that what depends on the date changes with it, and not before. */
export const useUtcHour = (): number =>
  useSyncExternalStore(subscribeToSeconds, () => Math.floor(clockNowMs() / HOUR_MS) * HOUR_MS)
