import type { LogLine } from '../../contract/wire/log.ts'
import type { ReplicaLine } from '../../rules/log-lines/write-line.ts'
import { foundRows } from '../found-rows.ts'
import type { FoundLines, LogBuffer, LogExtent } from '../log-buffer.ts'
import { type LogRows, rangeRows } from '../log-rows.ts'
import type { LogRange } from '../store/log-store-message.ts'
import { sequenceOf, slotOf } from './line-key.ts'
import { TICKS_PER_MS } from './line-times.ts'
import { type MergedSources, mergedRows, rowsBefore, splitAt } from './merged-rows.ts'

/** What a view shows: the lines of one or more logs, each identified by one number. */
export interface ViewedLog extends Pick<LogBuffer, 'extent' | 'line' | 'setVisibleLines' | 'found' | 'subscribe'> {
  /** All lines. */
  readonly rows: LogRows
}

/** A log among those that are merged. */
export interface LogSource {
  slot: number
  /** The name of its lines in a copied text or a file. */
  label: string
  buffer: LogBuffer
}

export interface MergedLog extends ViewedLog {
  /** Resolves with the lines of a range, which name their logs if there are several; `null` if a part is not loaded. */
  lines(range: LogRange): Promise<ReplicaLine[] | null>
  /** Adds a log. Returns a function that removes it. */
  add(source: LogSource): () => void
  source(slot: number): LogSource | undefined
  /** Returns the rows of lines that are not here yet. */
  rowsFromNow(): LogRows
  /** Returns the range of each log between two lines of the view. */
  parts(range: LogRange): { source: LogSource; range: LogRange }[]
  /** Returns the log with the first line at or after a time, or with the newest line. */
  sourceAt(atMs: number): LogSource | undefined
  countLines(range: LogRange): number
}

/** The lines of several logs as one, by time. Every line stays in the buffer of its own log. */
export const createMergedLog = (): MergedLog => {
  let sources: readonly LogSource[] = []
  /** Also logs that are no longer shown: a view may still be positioned at one of their lines. */
  const known = new Map<number, LogBuffer>()
  const listeners = new Set<() => void>()
  let version = 0

  const changed = () => {
    version += 1
    for (const listener of listeners) listener()
  }
  const setSources = (next: readonly LogSource[]) => {
    sources = next.toSorted((a, b) => a.slot - b.slot)
    changed()
  }
  const source = (slot: number) => sources.find((one) => one.slot === slot)

  const merged = (rowsOf: (source: LogSource) => LogRows) => {
    let of: readonly LogSource[] | undefined
    let list: ReturnType<MergedSources['list']> = []
    const listNow = () => {
      if (of !== sources) {
        of = sources
        list = sources.map((one) => ({ slot: one.slot, rows: rowsOf(one), timeOf: one.buffer.timeOf }))
      }
      return list
    }
    const timeOf = (slot: number, sequence: number) => known.get(slot)?.timeOf(sequence)
    return { list: listNow, rows: mergedRows({ list: listNow, version: () => version, timeOf }) }
  }

  const whole = merged(({ buffer }) => rangeRows(buffer))
  const matches = merged(({ buffer }) => foundRows(buffer))

  const found: FoundLines = {
    get count() {
      return matches.rows.count
    },
    get isSearching() {
      return sources.some(({ buffer }) => buffer.found().isSearching)
    },
    get error() {
      return sources.find(({ buffer }) => buffer.found().error !== null)?.buffer.found().error ?? null
    },
    sequenceAt: (index) => matches.rows.sequenceAt(index),
    indexOf: (key) => matches.rows.indexOf(key),
  }

  const extent = (): LogExtent => {
    const extents = sources.map(({ buffer }) => buffer.extent())
    const removed = extents.reduce((sum, { oldest }) => sum + oldest - 1, 0)
    return { oldest: removed + 1, head: extents.reduce((sum, { head }) => sum + head, 0) }
  }

  /** Returns the ranges of all logs among the rows from one index to another (exclusive). */
  const partsBetween = (from: number, to: number): { source: LogSource; range: LogRange }[] => {
    const [starts, ends] = [splitAt(whole.list(), from), splitAt(whole.list(), to)]
    return sources.map((one, at) => {
      const { oldest } = one.buffer.extent()
      return { source: one, range: { first: oldest + (starts[at] ?? 0), last: oldest + (ends[at] ?? 0) - 1 } }
    })
  }
  const indexesOf = ({ first, last }: LogRange): [number, number] => [
    whole.rows.indexOf(first),
    Math.min(whole.rows.count, whole.rows.indexOf(last) + 1),
  ]

  return {
    rows: whole.rows,
    add: (added) => {
      known.set(added.slot, added.buffer)
      setSources([...sources.filter(({ slot }) => slot !== added.slot), added])
      const { subscribe: whenChanged } = added.buffer
      const unsubscribe = whenChanged(changed)
      return () => {
        unsubscribe()
        setSources(sources.filter((one) => one !== added))
      }
    },
    source,
    extent,
    line: (key) => source(slotOf(key))?.buffer.line(sequenceOf(key)),
    found: () => found,
    setVisibleLines: (range, only) => {
      const keys = only ?? Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at)
      const visible = Map.groupBy(keys, slotOf)
      const [firstKey] = keys
      if (firstKey === undefined) return
      const starts = splitAt(whole.list(), whole.rows.indexOf(firstKey))
      for (const [at, { slot, buffer }] of sources.entries()) {
        const lines = (visible.get(slot) ?? []).map(sequenceOf)
        const next = buffer.extent().oldest + (starts[at] ?? 0)
        const [first = next, last = first - 1] = [lines[0], lines.at(-1)]
        const isWhole = last - first === lines.length - 1
        // The times of its neighbours show that no line of this log is missing among the visible ones.
        const near = sources.length > 1 ? 1 : 0
        buffer.setVisibleLines({ first: first - near, last: last + near }, isWhole ? undefined : lines)
      }
    },
    rowsFromNow: () => {
      const heads = new Map(sources.map(({ slot, buffer }) => [slot, buffer.extent().head]))
      return merged(({ slot, buffer }) => rangeRows(buffer, (heads.get(slot) ?? 0) + 1)).rows
    },
    sourceAt: (atMs) => {
      const starts = whole.list().map((one) => rowsBefore(one, atMs * TICKS_PER_MS, -1, 0, one.rows.count))
      const index = starts.reduce((sum, start) => sum + start, 0)
      const key = whole.rows.sequenceAt(Math.min(index, whole.rows.count - 1))
      return key === undefined ? sources[0] : source(slotOf(key))
    },
    parts: (range) => partsBetween(...indexesOf(range)).filter(({ range: { first, last } }) => first <= last),
    countLines: (range) => {
      const [from, to] = indexesOf(range)
      return to - from
    },
    lines: async (range) => {
      const [from, to] = indexesOf(range)
      const keys = Array.from({ length: to - from }, (_, at) => whole.rows.sequenceAt(from + at) ?? 0)
      const parts = partsBetween(from, to).filter(({ range: { first, last } }) => first <= last)
      const read = await Promise.all(parts.map(({ source, range }) => source.buffer.lines(range)))
      const logs = new Map<number, { replica: string | undefined; first: number; lines: readonly LogLine[] }>()
      for (const [at, { source, range }] of parts.entries()) {
        const lines = read[at]
        if (!lines) return null
        const replica = sources.length > 1 ? source.label : undefined
        logs.set(source.slot, { replica, first: range.first, lines })
      }
      return keys.flatMap((key) => {
        const log = logs.get(slotOf(key))
        const line = log?.lines[sequenceOf(key) - log.first]
        return line ? [{ ...line, replica: log?.replica }] : []
      })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
