import { decodeJwt } from 'jose'

const LONGEST_TIMER_MS = 2_147_483_647

/** Calls when a token that was already found good runs out. Answers how to forget it. */
export const whenTokenEnds = (token: string, listener: () => void): (() => void) => {
  const endMs = endOf(token)
  if (endMs === undefined) return () => undefined
  const timer = setTimeout(listener, Math.min(Math.max(endMs - Date.now(), 0) + 5, LONGEST_TIMER_MS))
  timer.unref()
  return () => clearTimeout(timer)
}

const endOf = (token: string): number | undefined => {
  try {
    const { exp } = decodeJwt(token)
    return exp === undefined ? undefined : exp * 1000
  } catch {
    return undefined
  }
}
