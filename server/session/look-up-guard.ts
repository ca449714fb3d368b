import { setTimeout as delay } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { ApiError } from '../http/api-error.ts'
import { createWindowCounter } from '../http/window-counter.ts'
import { hashOf } from '../keys/secrets.ts'
import type { Db } from '../store/connection.ts'
import { apiKeys, deviceLogins, sessions } from '../store/schema.ts'

const REMEMBERED = 10_000
const UNKNOWN_FOR_MS = 60_000
/** Time for which look-ups of addresses over their budget are batched, and the size of a batch. */
const GATHER_MS = 25
const GATHERED = 1000

/** Where the hash of each kind of secret is stored. */
const columns = { apiKey: apiKeys.hash, session: sessions.secretHash, deviceCode: deviceLogins.deviceHash }
type Kind = keyof typeof columns

export interface LookUpGuard {
  /**
   * Looks up a secret that a caller sent, or returns undefined without a query if it was unknown a moment ago. After an
   * address has sent too many unknown secrets in a minute, one query first checks for a whole batch which of them
   * exist: a flood costs a few queries a second, and a valid secret from the same address is still found. Without
   * `counted` there is no limit: for tokens whose signature has proved that they were issued here.
   */
  find<T>(
    secret: string,
    lookUp: () => Promise<T | undefined>,
    counted?: { kind: Kind; from: string },
  ): Promise<T | undefined>
}

/** Limits the database queries for random tokens, which cost an attacker nothing. */
export const createLookUpGuard = (db: Db, unknownPerMinute: number): LookUpGuard => {
  const counter = createWindowCounter(unknownPerMinute)
  const unknown = new Map<string, number>()
  const gathered = {
    apiKey: gather(db, 'apiKey'),
    session: gather(db, 'session'),
    deviceCode: gather(db, 'deviceCode'),
  }

  return {
    async find(secret, lookUp, counted) {
      const hash = hashOf(secret)
      if ((unknown.get(hash) ?? 0) > performance.now()) return undefined
      // Counted before the look-up, so that concurrent requests are limited like consecutive ones.
      const isWithin = counted === undefined || counter.take(counted.from)
      let result: Awaited<ReturnType<typeof lookUp>>
      try {
        result = isWithin || (await gathered[counted.kind](hash)) ? await lookUp() : undefined
      } catch (error) {
        if (counted && isWithin) counter.giveBack(counted.from)
        throw error
      }
      if (result === undefined) remember(unknown, hash, performance.now() + UNKNOWN_FOR_MS)
      else if (counted && isWithin) counter.giveBack(counted.from)
      return result
    },
  }
}

/**
 * Returns a function that checks whether a hash exists, with one query at a time for all hashes collected meanwhile.
 */
const gather = (db: Db, kind: Kind): ((hash: string) => Promise<boolean>) => {
  const column = columns[kind]
  let next: { hashes: Set<string>; existing: Promise<ReadonlySet<string>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  const begin = () => {
    const hashes = new Set<string>()
    const existing = Promise.all([last, delay(GATHER_MS)]).then(async () => {
      next = undefined
      const rows = await db
        .select({ hash: column })
        .from(column.table)
        .where(inArray(column, [...hashes]))
      return new Set(rows.map(({ hash }) => String(hash)))
    })
    last = existing.catch(() => undefined)
    return { hashes, existing }
  }

  return async (hash) => {
    next ??= begin()
    if (next.hashes.size >= GATHERED) throw new ApiError('tooMany')
    next.hashes.add(hash)
    return (await next.existing).has(hash)
  }
}

/** Removes the oldest entry if the map is full. */
const remember = <T>(known: Map<string, T>, key: string, value: T): void => {
  known.delete(key)
  const oldest = known.keys().next()
  if (known.size >= REMEMBERED && !oldest.done) known.delete(oldest.value)
  known.set(key, value)
}
