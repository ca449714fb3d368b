import { type Listener, type ListenFailure, type Place, placeKey } from './listener.ts'

export interface ListenerSet {
  /** Opens and closes listeners so that these are open. */
  replace(places: ReadonlyMap<string, Place>): void
  readonly failures: readonly ListenFailure[]
  closeAll(): void
}

export interface ListenerSetOptions {
  open(place: Place): Promise<Listener>
  /** Called when all listeners are open or have failed. */
  onSettled(): void
  retryMs?: number
}

const RETRY_MS = 5000

type Entry =
  | { state: 'opening'; isNeeded: boolean }
  | { state: 'open'; listener: Listener }
  | { state: 'failed'; failure: ListenFailure }

/** Keeps listeners open, and tries again to open those that failed. */
export function createListenerSet({ open, onSettled, retryMs = RETRY_MS }: ListenerSetOptions): ListenerSet {
  const entries = new Map<string, Entry>()
  let needed: ReadonlyMap<string, Place> = new Map()
  let opening = 0
  let retry: NodeJS.Timeout | undefined

  const settle = () => {
    if (opening > 0) return
    clearTimeout(retry)
    if (failures().length > 0) retry = setTimeout(openMissing, retryMs).unref()
    onSettled()
  }

  function failures(): ListenFailure[] {
    return [...entries.values()].flatMap((entry) => (entry.state === 'failed' ? [entry.failure] : []))
  }

  async function openOne(key: string, place: Place): Promise<void> {
    const entry: Extract<Entry, { state: 'opening' }> = { state: 'opening', isNeeded: true }
    entries.set(key, entry)
    opening += 1
    try {
      const listener = await open(place)
      if (entry.isNeeded) entries.set(key, { state: 'open', listener })
      else {
        listener.close()
        entries.delete(key)
      }
    } catch (error) {
      const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException
      if (entry.isNeeded) entries.set(key, { state: 'failed', failure: { ...place, code } })
      else entries.delete(key)
    }
    opening -= 1
    // It may be needed again by now.
    const again = needed.get(key)
    if (again && !entries.has(key)) void openOne(key, again)
    settle()
  }

  function openMissing(): void {
    for (const [key, place] of needed) {
      const entry = entries.get(key)
      if (entry?.state === 'opening') entry.isNeeded = true
      else if (entry?.state !== 'open') void openOne(key, place)
    }
  }

  function closeOthers(): void {
    for (const [key, entry] of entries) {
      if (needed.has(key)) continue
      if (entry.state === 'opening') entry.isNeeded = false
      else {
        if (entry.state === 'open') entry.listener.close()
        entries.delete(key)
      }
    }
  }

  return {
    replace(places) {
      needed = places
      closeOthers()
      openMissing()
      settle()
    },

    get failures() {
      return failures()
    },

    closeAll() {
      needed = new Map()
      closeOthers()
      clearTimeout(retry)
    },
  }
}

export const placesByKey = (places: Iterable<Place>): Map<string, Place> =>
  new Map([...places].map((place) => [placeKey(place), place]))
