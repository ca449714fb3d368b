import type { Caller } from '../http/handler.ts'

const LONGEST_TIMER_MS = 2_147_483_647

/** Calls when the API token that a caller came by runs out. Answers how to forget it. */
export const whenKeyEnds = (caller: Caller, listener: () => void): (() => void) => {
  const endMs = caller.kind === 'person' && 'apiKey' in caller.by ? caller.by.apiKey.expiresAtMs : null
  if (endMs === null) return () => undefined
  const timer = setTimeout(listener, Math.min(Math.max(endMs - Date.now(), 0) + 5, LONGEST_TIMER_MS))
  timer.unref()
  return () => clearTimeout(timer)
}
