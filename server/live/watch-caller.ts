import type { Caller, Recheck } from '../http/handler.ts'
import { toApiError } from '../http/to-api-error.ts'

const MAX_TIMER_MS = 2_147_483_647
/** The shortest interval between two checks, in case the clocks of this node and the database differ. */
const MIN_INTERVAL_MS = 250
/** The interval between two checks that fail. */
export const RETRY_MS = 5000

/** `unknown` when the check failed; it is repeated automatically. */
export type CallerStatus = 'valid' | 'ended' | 'unknown'

export interface CallerWatch {
  /** Checks whether the caller's session or key is still valid. */
  checkCaller(): Promise<CallerStatus>
  stop(): void
}

/** Calls `over` once `recheck` rejects the caller. Reads a renewed expiry when the old one is reached. */
export const watchCaller = (caller: Caller, recheck: Recheck, over: () => void): CallerWatch => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const scheduleRecheck = (expiryMs: number | null) => {
    clearTimeout(timer)
    if (expiryMs === null || stopped) return
    // Some keys live longer than the longest timer.
    const inMs = Math.min(Math.max(expiryMs - Date.now(), MIN_INTERVAL_MS), MAX_TIMER_MS)
    timer = setTimeout(() => void checkCaller(), inMs)
    timer.unref()
  }

  const checkCaller = async (): Promise<CallerStatus> => {
    try {
      scheduleRecheck(expiryOf(await recheck(caller)))
      return 'valid'
    } catch (error) {
      // An unreachable database does not mean that access has ended.
      if (toApiError(error).status >= 500) {
        scheduleRecheck(Date.now() + RETRY_MS)
        return 'unknown'
      }
      if (!stopped) over()
      return 'ended'
    }
  }

  scheduleRecheck(expiryOf(caller))
  return {
    checkCaller,
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
