import type { Caller, Recheck } from '../http/handler.ts'
import { toApiError } from '../http/to-api-error.ts'

const LONGEST_TIMER_MS = 2_147_483_647
/** Between two questions, where the clocks of this node and the database disagree. */
const SOONEST_MS = 250
/** Between two questions that nobody could answer. */
export const RETRY_MS = 5000

/** `unknown` where nobody could be asked: then it is asked again by itself. */
export type Still = 'is' | 'over' | 'unknown'

export interface CallerWatch {
  /** Asks whether the caller still is who they were. */
  stillIs(): Promise<Still>
  stop(): void
}

/** Calls `over` once the session or the key that a caller came by is over. A renewal has moved the end when it comes. */
export const watchCaller = (caller: Caller, recheck: Recheck, over: () => void): CallerWatch => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const scheduleRecheck = (expiryMs: number | null) => {
    clearTimeout(timer)
    if (expiryMs === null || stopped) return
    // One timer is shorter than many a key lives.
    const inMs = Math.min(Math.max(expiryMs - Date.now(), SOONEST_MS), LONGEST_TIMER_MS)
    timer = setTimeout(() => void stillIs(), inMs)
    timer.unref()
  }

  const stillIs = async (): Promise<Still> => {
    try {
      scheduleRecheck(await recheck(caller))
      return 'is'
    } catch (error) {
      // Without a database nobody can be told that they may not.
      if (toApiError(error).status !== 401) {
        scheduleRecheck(Date.now() + RETRY_MS)
        return 'unknown'
      }
      over()
      return 'over'
    }
  }

  scheduleRecheck(expiryOf(caller))
  return {
    stillIs,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const expiryOf = (caller: Caller): number | null => {
  if (caller.kind === 'visitor') return null
  return 'session' in caller.by ? caller.by.expiresAtMs : caller.by.apiKey.expiresAtMs
}
