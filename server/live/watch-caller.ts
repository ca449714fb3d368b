import type { Caller, Recheck } from '../http/handler.ts'
import { toApiError } from '../http/to-api-error.ts'

const LONGEST_TIMER_MS = 2_147_483_647
/** The shortest interval between two checks, in case the clocks of this node and the database differ. */
const SOONEST_MS = 250
/** The interval between two checks that fail. */
export const RETRY_MS = 5000

/** `unknown` when the check failed; it is repeated automatically. */
export type Still = 'is' | 'over' | 'unknown'

export interface CallerWatch {
  /** Checks whether the caller's session or key is still valid. */
  stillIs(): Promise<Still>
  stop(): void
}

/** Calls `over` once the caller's session or key has ended. Reads a renewed expiry when the old one is reached. */
export const watchCaller = (caller: Caller, recheck: Recheck, over: () => void): CallerWatch => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const scheduleRecheck = (expiryMs: number | null) => {
    clearTimeout(timer)
    if (expiryMs === null || stopped) return
    // Some keys live longer than the longest timer.
    const inMs = Math.min(Math.max(expiryMs - Date.now(), SOONEST_MS), LONGEST_TIMER_MS)
    timer = setTimeout(() => void stillIs(), inMs)
    timer.unref()
  }

  const stillIs = async (): Promise<Still> => {
    try {
      scheduleRecheck(await recheck(caller))
      return 'is'
    } catch (error) {
      // An unreachable database does not mean that access has ended.
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
