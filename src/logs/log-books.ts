import type { LogPacket } from '../contract/wire/log.ts'
import { linesOf } from '../rules/log-batch.ts'
import type { LogBook, LogBooks } from './log-book.ts'

const createLogBook = (): LogBook => {
  const listeners = new Set<() => void>()
  const lines = new Map<number, ReturnType<typeof linesOf>[number]>()
  let extent = { oldest: 1, head: 0 }

  const keep = (packets: readonly LogPacket[]) => {
    for (const packet of packets) {
      if (packet.kind === 'lines') for (const line of linesOf(packet)) lines.set(line.sequence, line)
      if (extent.head === 0) extent = { oldest: packet.first, head: packet.sequence }
      else extent = { oldest: Math.min(extent.oldest, packet.first), head: Math.max(extent.head, packet.sequence) }
    }
  }
  const changed = () => {
    for (const listener of listeners) listener()
  }

  return {
    extent: () => extent,
    line: (sequence) => lines.get(sequence),
    want: () => {},
    missing: () => null,
    receive: (packets) => {
      keep(packets)
      changed()
    },
    fill: (packets, known) => {
      keep(packets)
      extent = { oldest: known.oldest, head: Math.max(extent.head, known.head) }
      changed()
    },
    find: () => {},
    found: () => ({ count: 0, isSearching: false, fault: null, sequenceAt: () => undefined, indexOf: () => 0 }),
    addFound: () => {},
    holes: () => Promise.resolve([]),
    text: () => Promise.resolve(null),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const createLogBooks = (): LogBooks => {
  const books = new Map<string, LogBook>()
  return {
    of: (topic) => {
      const known = books.get(topic)
      if (known) return known
      const made = createLogBook()
      books.set(topic, made)
      return made
    },
    forget: () => books.clear(),
  }
}
