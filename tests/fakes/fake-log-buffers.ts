import type { LogBuffer, LogBuffers, LogExtent } from '../../src/logs/log-buffer.ts'
import type { LogRange } from '../../src/logs/store/log-store-message.ts'
import { linesOf } from '../../src/rules/log-batch.ts'

/** Log buffers that record their calls, in order; the test sets the gaps. */
export interface FakeLogBuffers extends LogBuffers {
  readonly recordedCalls: string[]
}

const formatRange = ({ first, last }: { first: number; last: number }): string => `${first}-${last}`

export const fakeLogBuffers = (
  holes: LogRange[] = [],
  error: string | null = null,
  start: LogExtent = { oldest: 1, head: 0 },
): FakeLogBuffers => {
  const recordedCalls: string[] = []
  let extent = start
  const buffer: LogBuffer = {
    extent: () => extent,
    line: () => undefined,
    setVisibleLines: (range) => void recordedCalls.push(`want ${formatRange(range)}`),
    missing: () => null,
    timeOf: () => 0,
    addTimes: () => {},
    receive: (packets) => void recordedCalls.push(`receive ${packets.length}`),
    fill: (packets, existing) => {
      const texts = packets.flatMap((packet) => (packet.kind === 'lines' ? linesOf(packet) : [])).map(({ log }) => log)
      recordedCalls.push(`fill ${texts.join(' ')} of ${formatRange({ first: existing.oldest, last: existing.head })}`)
      extent = existing
    },
    find: (query) => void recordedCalls.push(query ? `find ${query.find}` : 'find nothing'),
    found: () => ({ count: 0, isSearching: false, error, sequenceAt: () => undefined, indexOf: () => 0 }),
    addFound: (sequences) => void recordedCalls.push(`found ${sequences.join(' ')}`),
    // biome-ignore lint/suspicious/noThenProperty: resolves synchronously; a promise would resolve outside the virtual time of a marble diagram
    holes: () => ({ then: (settle: (ranges: LogRange[]) => void) => settle(holes) }) as unknown as Promise<LogRange[]>,
    lines: () => Promise.resolve(null),
    subscribe: () => () => {},
  }
  return { recordedCalls, of: () => buffer, existing: () => buffer, forget: () => void recordedCalls.push('forget') }
}
