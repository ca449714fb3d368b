import { Refused } from '../http/refused.ts'
import { createWindowCounter } from '../http/window-counter.ts'
import { hashOf } from '../keys/secrets.ts'

const REMEMBERED = 10_000
const UNKNOWN_FOR_MS = 60_000

export interface LookUpGuard {
  /**
   * Looks a secret up that a caller brought, or answers undefined without a look-up where it was unknown a moment ago.
   * An address that has brought too many unknown secrets in a minute is refused, but for secrets that were found before.
   * Without an address nothing is counted: for tokens whose signature has proved that they were issued here.
   */
  find<T>(secret: string, lookUp: () => Promise<T | undefined>, from?: string): Promise<T | undefined>
}

/** Keeps random tokens from reaching the database: they cost an attacker nothing and a look-up each. */
export const createLookUpGuard = (unknownAMinute: number, nowMs = () => performance.now()): LookUpGuard => {
  const counter = createWindowCounter(unknownAMinute, nowMs)
  const unknown = new Map<string, number>()
  const found = new Map<string, true>()

  return {
    async find(secret, lookUp, from) {
      const hash = hashOf(secret)
      if ((unknown.get(hash) ?? 0) > nowMs()) return undefined
      const isCounted = from !== undefined && !found.has(hash)
      // Counted before the look-up, so that many at once are not more than many in a row.
      if (isCounted && !counter.take(from)) throw new Refused('tooMany')
      let result: Awaited<ReturnType<typeof lookUp>>
      try {
        result = await lookUp()
      } catch (error) {
        if (isCounted) counter.giveBack(from)
        throw error
      }
      if (result === undefined) {
        found.delete(hash)
        remember(unknown, hash, nowMs() + UNKNOWN_FOR_MS)
      } else {
        if (isCounted) counter.giveBack(from)
        remember(found, hash, true)
      }
      return result
    },
  }
}

/** The one that was remembered first makes room. */
const remember = <T>(known: Map<string, T>, key: string, value: T): void => {
  known.delete(key)
  const oldest = known.keys().next()
  if (known.size >= REMEMBERED && !oldest.done) known.delete(oldest.value)
  known.set(key, value)
}
