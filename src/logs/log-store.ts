import type { LogLine } from '../contract/wire/compute.ts'

/** The lines of one log, as they are shown. Lines come thousands a second: they stay out of the state and of React. */
export interface LogStore {
  size(): number
  line(index: number): LogLine | undefined
  append(lines: readonly LogLine[]): void
  clear(): void
  /** How many lines were dropped from the front to stay within bounds. */
  dropped(): number
  /** Called after each change. Answers how to stop. */
  subscribe(listener: () => void): () => void
}

const MOST_LINES = 100_000

export const createLogStore = (mostLines = MOST_LINES): LogStore => {
  const listeners = new Set<() => void>()
  let lines: LogLine[] = []
  let first = 0
  let dropped = 0

  const changed = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    size: () => lines.length - first,
    line: (index) => lines[first + index],
    dropped: () => dropped,
    append: (more) => {
      for (const line of more) lines.push(line)
      const surplus = lines.length - first - mostLines
      if (surplus > 0) {
        first += surplus
        dropped += surplus
      }
      // Moving the array is dear: once for as many drops as lines are kept.
      if (first > mostLines) {
        lines = lines.slice(first)
        first = 0
      }
      changed()
    },
    clear: () => {
      lines = []
      first = 0
      dropped = 0
      changed()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One store for each topic, made when it is first asked for. */
export interface LogStores {
  of(topic: string): LogStore
  forget(): void
}

export const createLogStores = (): LogStores => {
  const stores = new Map<string, LogStore>()
  return {
    of: (topic) => {
      const known = stores.get(topic)
      if (known) return known
      const made = createLogStore()
      stores.set(topic, made)
      return made
    },
    forget: () => {
      for (const store of stores.values()) store.clear()
      stores.clear()
    },
  }
}
