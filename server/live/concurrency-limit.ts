import { ApiError } from '../http/api-error.ts'

/** Releases a slot. Further calls do nothing. */
export type Release = () => void

export interface ConcurrencyLimit {
  /** Returns null when all slots of the key are in use. */
  take(key: string): Release | null
}

/** Limits how many slots each key holds at the same time. */
export const createConcurrencyLimit = (max: number): ConcurrencyLimit => {
  const counts = new Map<string, number>()
  return {
    take(key) {
      const before = counts.get(key) ?? 0
      if (before >= max) return null
      counts.set(key, before + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      }
    },
  }
}

interface Slot {
  limit: ConcurrencyLimit
  key: string
  /** The message at the limit. */
  full: string
}

/** Takes a slot of each limit, or throws an error with this code and takes none. */
export const takeSlots = (slots: Slot[], code: 'tooManyConnections' | 'tooMany' = 'tooManyConnections'): Release => {
  const releases: Release[] = []
  const releaseAll = () => {
    for (const release of releases) release()
  }
  for (const { limit, key, full } of slots) {
    const release = limit.take(key)
    if (!release) {
      releaseAll()
      throw new ApiError(code, { message: full })
    }
    releases.push(release)
  }
  return releaseAll
}
