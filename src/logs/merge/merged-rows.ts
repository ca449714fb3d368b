import type { LogRows } from '../log-rows.ts'
import { lineKey, sequenceOf, slotOf } from './line-key.ts'

/** Rows of one log, to be merged with those of others. */
export interface MergeSource {
  /** Identifies the log; equal times are ordered by it. */
  slot: number
  rows: LogRows
  /** Never decreases with the sequence number. */
  timeOf(sequence: number): number
}

export interface MergedSources {
  /** In order of their slots; another list when they change. */
  list(): readonly MergeSource[]
  /** Grows whenever rows or their times change. */
  version(): number
  /** Returns the time of a line, also of a log that is not among the sources; undefined if it is not known. */
  timeOf(slot: number, sequence: number): number | undefined
}

/** The number of rows that are merged at once: those of a view. */
const BLOCK = 256

interface Block {
  sources: readonly MergeSource[]
  version: number
  start: number
  keys: number[]
}

const countOf = (sources: readonly MergeSource[]): number => sources.reduce((sum, { rows }) => sum + rows.count, 0)

const timeAt = ({ rows, timeOf }: MergeSource, index: number): number => timeOf(rows.sequenceAt(index) ?? 0)

/** Returns how many rows of a source between two indexes, or before them, precede a line of a slot with a time. */
export const rowsBefore = (source: MergeSource, time: number, slot: number, from: number, to: number): number => {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    const its = timeAt(source, middle)
    if (its < time || (its === time && source.slot < slot)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns how many rows of each source precede the last `count` rows of all, by merging from the end. */
const splitBeforeLast = (sources: readonly MergeSource[], count: number): number[] => {
  const ends = sources.map(({ rows }) => rows.count)
  const timeOfLast = (source: MergeSource, end: number) =>
    end > 0 ? timeAt(source, end - 1) : Number.NEGATIVE_INFINITY
  const times = sources.map((source, at) => timeOfLast(source, ends[at] ?? 0))
  for (let left = count; left > 0; left -= 1) {
    let last = -1
    let greatest = Number.NEGATIVE_INFINITY
    for (const [at, time] of times.entries()) if ((ends[at] ?? 0) > 0 && time >= greatest) [last, greatest] = [at, time]
    const source = sources[last]
    if (!source) break
    const end = (ends[last] ?? 0) - 1
    ends[last] = end
    times[last] = timeOfLast(source, end)
  }
  return ends
}

/**
 * Returns how many rows of each source are among the first `index` rows of all. Each step halves the longest range in
 * question, so it takes about k · log n steps of k · log n comparisons for k sources of n rows.
 */
export const splitAt = (sources: readonly MergeSource[], index: number): number[] => {
  const left = countOf(sources) - index
  // The view follows the end most of the time, and is split again in every frame then.
  if (left <= BLOCK) return splitBeforeLast(sources, left)
  const low = sources.map(() => 0)
  const high = sources.map(({ rows }) => Math.min(rows.count, index))
  for (;;) {
    let widest = -1
    let width = 0
    for (const [at, end] of high.entries()) {
      if (end - (low[at] ?? 0) > width) [widest, width] = [at, end - (low[at] ?? 0)]
    }
    const pivot = sources[widest]
    if (!pivot) return low
    const middle = ((low[widest] ?? 0) + (high[widest] ?? 0)) >> 1
    const time = timeAt(pivot, middle)
    const before = sources.map((source, at) =>
      at === widest ? middle : rowsBefore(source, time, pivot.slot, low[at] ?? 0, high[at] ?? 0),
    )
    const isBefore = before.reduce((sum, count) => sum + count, 0) < index
    for (const [at, count] of before.entries()) {
      if (isBefore) low[at] = at === widest ? middle + 1 : count
      else high[at] = count
    }
  }
}

/** Merges rows from the given position of each source on. Sources are in order of their slots. */
const mergeFrom = (sources: readonly MergeSource[], at: readonly number[], length: number): number[] => {
  const next = [...at]
  const timeOfNext = (source: MergeSource, index: number) =>
    (next[index] ?? 0) < source.rows.count ? timeAt(source, next[index] ?? 0) : Number.POSITIVE_INFINITY
  const times = sources.map(timeOfNext)
  const keys: number[] = []
  while (keys.length < length) {
    let first = -1
    let least = Number.POSITIVE_INFINITY
    for (const [index, time] of times.entries()) if (time < least) [first, least] = [index, time]
    const source = sources[first]
    if (!source) break
    keys.push(lineKey(source.slot, source.rows.sequenceAt(next[first] ?? 0) ?? 0))
    next[first] = (next[first] ?? 0) + 1
    times[first] = timeOfNext(source, first)
  }
  return keys
}

/**
 * Merges the rows of several logs by time, with the order of each log kept. No merged list is stored: a position is
 * found by binary search in each log, so lines that arrive, load or expire anywhere cost nothing here.
 */
export const mergedRows = ({ list, version, timeOf }: MergedSources): LogRows => {
  let block: Block = { sources: [], version: 0, start: 0, keys: [] }
  const count = () => countOf(list())

  const keyAt = (index: number): number | undefined => {
    const sources = list()
    const isSame = block.sources === sources && block.version === version()
    if (!isSame || index < block.start || index >= block.start + block.keys.length) {
      const keys = mergeFrom(sources, splitAt(sources, index), BLOCK)
      block = { sources, version: version(), start: index, keys }
    }
    return block.keys[index - block.start]
  }

  const newest = (): number | undefined => {
    let found: { source: MergeSource; time: number } | undefined
    for (const source of list()) {
      const time = source.rows.count > 0 ? timeAt(source, source.rows.count - 1) : Number.NEGATIVE_INFINITY
      if (source.rows.count > 0 && (!found || time >= found.time)) found = { source, time }
    }
    return found && lineKey(found.source.slot, found.source.rows.sequenceAt(found.source.rows.count - 1) ?? 0)
  }

  return {
    get count() {
      return count()
    },
    sequenceAt: (index) => {
      const [only, another] = list()
      if (only && !another) {
        const sequence = only.rows.sequenceAt(index)
        return sequence && lineKey(only.slot, sequence)
      }
      const all = count()
      if (index < 0 || index >= all) return undefined
      return index === all - 1 ? newest() : keyAt(index)
    },
    indexOf: (key) => {
      const [slot, sequence] = [slotOf(key), sequenceOf(key)]
      const time = timeOf(slot, sequence)
      if (time === undefined) return count()
      return list().reduce((sum, source) => {
        const isOwn = source.slot === slot
        return sum + (isOwn ? source.rows.indexOf(sequence) : rowsBefore(source, time, slot, 0, source.rows.count))
      }, 0)
    },
  }
}
