import type { LogBook, LogBooks, LogExtent, LogRange } from '../../src/logs/log-book.ts'
import { linesOf } from '../../src/rules/log-batch.ts'

/** What happened to the books, in words, in order; what they do not hold is what a test says. */
export interface FakeLogBooks extends LogBooks {
  readonly deeds: string[]
}

const inWords = ({ first, last }: { first: number; last: number }): string => `${first}-${last}`

export const fakeLogBooks = (
  holes: LogRange[] = [],
  fault: string | null = null,
  start: LogExtent = { oldest: 1, head: 0 },
): FakeLogBooks => {
  const deeds: string[] = []
  let extent = start
  const book: LogBook = {
    extent: () => extent,
    line: () => undefined,
    want: (range) => void deeds.push(`want ${inWords(range)}`),
    missing: () => null,
    receive: (packets) => void deeds.push(`receive ${packets.length}`),
    fill: (packets, known) => {
      const texts = packets.flatMap((packet) => (packet.kind === 'lines' ? linesOf(packet) : [])).map(({ log }) => log)
      deeds.push(`fill ${texts.join(' ')} of ${inWords({ first: known.oldest, last: known.head })}`)
      extent = known
    },
    find: (query) => void deeds.push(query ? `find ${query.find}` : 'find nothing'),
    found: () => ({ count: 0, isSearching: false, fault, sequenceAt: () => undefined, indexOf: () => 0 }),
    addFound: (sequences) => void deeds.push(`found ${sequences.join(' ')}`),
    // biome-ignore lint/suspicious/noThenProperty: answers at once, where a promise would answer outside of a diagram's time
    holes: () => ({ then: (answer: (ranges: LogRange[]) => void) => answer(holes) }) as unknown as Promise<LogRange[]>,
    text: () => Promise.resolve(null),
    subscribe: () => () => {},
  }
  return { deeds, of: () => book, known: () => book, forget: () => void deeds.push('forget') }
}
