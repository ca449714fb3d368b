import type { LogBatch, LogLine, LogPacket } from '../../contract/wire/log.ts'
import { linesOf } from '../../rules/log-batch.ts'
import type { LogBufferFactory, LogExtent } from '../log-buffer.ts'
import { LineTimes } from '../merge/line-times.ts'
import type { LogRange, LogStoreEvent, LogStorePort } from '../store/log-store-message.ts'
import { createFinder } from './finder.ts'
import { LoadedRanges } from './loaded-ranges.ts'
import { NearLines } from './near-lines.ts'

const none: LogExtent = { oldest: 1, head: 0 }

/** Creates the buffer of one log on top of the store that holds its bytes. */
export const createLogBuffer: LogBufferFactory = (open, maxBytes, newest) => {
  const times = new LineTimes(newest)
  const listeners = new Set<() => void>()
  const copies = new Map<number, (batches: LogBatch[]) => void>()
  const loaded = new LoadedRanges()
  const near = new NearLines()
  let extent = none
  let visible: { range: LogRange; only: readonly number[] | undefined } | null = null
  let isReading = false
  let wasRead = false
  let nextCopy = 1

  const changed = () => {
    for (const listener of listeners) listener()
  }

  const handle = (message: LogStoreEvent) => {
    switch (message.kind) {
      case 'lines':
        isReading = false
        for (const batch of message.batches) near.addAround(batch)
        break
      case 'copied':
        copies.get(message.id)?.(message.batches)
        copies.delete(message.id)
        return
      case 'dropped':
        for (const range of message.ranges) loaded.remove(range)
        break
      case 'found':
        finder.handle(message)
        break
      case 'findFailed':
        finder.handleFailure(message)
        break
    }
    changed()
  }

  // A view reads its buffer while it renders. The store, which is a worker, starts with the first thing it has to do.
  let opened: LogStorePort | undefined
  const store: LogStorePort = {
    post: (message) => {
      opened ??= open(maxBytes, handle)
      opened.post(message)
    },
    end: () => opened?.end(),
  }
  const finder = createFinder(store, () => extent)

  const clipped = ({ first, last }: LogRange): LogRange => ({
    first: Math.max(first, extent.oldest),
    last: Math.min(last, extent.head),
  })

  const take = (packets: readonly LogPacket[], isLive: boolean): LogBatch[] => {
    const batches = packets.filter((packet) => packet.kind === 'lines')
    for (const { first, sequence, atMs } of batches) {
      times.add(first, atMs, isLive && loaded.has(first - 1))
      loaded.add({ first, last: sequence })
    }
    if (batches.length > 0) store.post({ kind: 'add', batches })
    return batches
  }

  const setExtent = (next: LogExtent) => {
    extent = { oldest: Math.max(1, next.oldest), head: next.head }
    finder.dropBefore(extent.oldest)
    times.dropBefore(extent.oldest)
  }

  return {
    extent: () => extent,
    line: (sequence) => near.line(sequence),
    setVisibleLines: (range, only) => {
      visible = { range, only }
      const around = near.setView(range, only)
      const isAway = (sequence: number) => !near.has(sequence) && loaded.has(sequence)
      if (isReading || !linesIn(clipped(range), only).some(isAway)) return
      isReading = true
      store.post({ kind: 'read', ranges: around.map(clipped) })
    },
    missing: () => {
      if (visible === null) return null
      const { range, only } = visible
      const missing = linesIn(clipped(range), only).filter((sequence) => !loaded.has(sequence))
      const [first] = missing
      if (first === undefined) return null
      const after = missing.findIndex((sequence, at) => sequence !== first + at)
      return { first, last: first + (after < 0 ? missing.length : after) - 1 }
    },
    timeOf: (sequence) => (sequence > extent.head ? Number.POSITIVE_INFINITY : times.at(sequence)),
    addTimes: (lines) => {
      for (const { sequence, atMs } of lines) times.add(sequence, [atMs])
      changed()
    },
    receive: (packets) => {
      const ends = packets.map(({ sequence }) => sequence)
      const starts = packets.map(({ first }) => first)
      if (extent.head === 0 && starts.length > 0) setExtent({ oldest: Math.min(...starts), head: 0 })
      setExtent({ oldest: Math.min(extent.oldest, ...starts), head: Math.max(extent.head, ...ends) })
      for (const batch of take(packets, true)) near.addNewest(batch, extent.head)
      changed()
    },
    fill: (packets, known) => {
      setExtent({ oldest: known.oldest, head: Math.max(extent.head, known.head) })
      for (const batch of take(packets, false)) near.addNewest(batch, extent.head)
      changed()
    },
    find: (query) => {
      finder.find(query)
      changed()
    },
    found: () => finder.found(),
    addFound: (sequences) => {
      finder.add(sequences)
      changed()
    },
    holes: () => Promise.resolve(extent.head === 0 ? [] : loaded.holesIn(clipped(extentRange(extent))).reverse()),
    lines: (range) => {
      if (loaded.holesIn(range).length > 0) return Promise.resolve(null)
      return new Promise((resolve) => {
        copies.set(nextCopy, (batches) => resolve(wholeRange(batches, range)))
        store.post({ kind: 'copy', id: nextCopy, range })
        nextCopy += 1
      })
    },
    subscribe: (listener) => {
      wasRead = true
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reopen: () => {
      wasRead = false
    },
    isClosed: () => wasRead && listeners.size === 0,
    end: () => {
      for (const resolveCopy of copies.values()) resolveCopy([])
      store.end()
    },
  }
}

const wholeRange = (batches: readonly LogBatch[], { first, last }: LogRange): LogLine[] | null => {
  const lines = batches.flatMap(linesOf)
  return lines.length === last - first + 1 ? lines : null
}

/** Returns the sequence numbers of a range, or only those in `only`. */
const linesIn = ({ first, last }: LogRange, only: readonly number[] | undefined): readonly number[] =>
  only?.filter((sequence) => sequence >= first && sequence <= last) ??
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)

const extentRange = ({ oldest, head }: LogExtent): LogRange => ({ first: oldest, last: head })
