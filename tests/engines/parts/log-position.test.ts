import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogPosition } from '../../../server/engines/docker/logs/log-position.ts'

interface Line {
  stream: 'stdout' | 'stderr'
  atNs: bigint
  number: number
}

const secondNs = 1_000_000_000n

/** Two streams that are written independently: each in order, one up to a second ahead of the other. */
const logs = fc
  .array(
    fc.record({
      isError: fc.boolean(),
      stepNs: fc.integer({ min: 0, max: 3 }),
      skewNs: fc.constantFrom(0, 900_000_000),
    }),
  )
  .map((steps) => {
    let nowNs = 100n * secondNs
    const last = { stdout: 0n, stderr: 0n }
    return steps.map(({ isError, stepNs, skewNs }, number): Line => {
      nowNs += BigInt(stepNs)
      const stream = isError ? 'stderr' : 'stdout'
      const startNs = isError ? nowNs - BigInt(skewNs) : nowNs
      last[stream] = startNs > last[stream] ? startNs : last[stream]
      return { stream, atNs: last[stream], number }
    })
  })

test('a log read in any number of short reads is complete and without repeats', () => {
  fc.assert(
    fc.property(logs, fc.array(fc.nat(30)), (log, reads) => {
      const position = new LogPosition(undefined)
      const given: number[] = []
      for (const ends of [...reads.toSorted((a, b) => a - b), log.length]) {
        const fromNs = position.beginRead() ?? 0n
        for (const line of log.slice(0, ends).filter(({ atNs }) => atNs >= fromNs)) {
          if (position.accept(line.stream, line.atNs)) given.push(line.number)
        }
      }
      expect(given.toSorted((a, b) => a - b)).toEqual(log.map(({ number }) => number))
    }),
    { numRuns: 500 },
  )
})

test('a log is read from the requested time, and never from before it', () => {
  const position = new LogPosition(2000)
  expect(position.beginRead()).toBe(2n * secondNs)
  expect(position.accept('stdout', 2n * secondNs)).toBe(true)
  expect(position.beginRead()).toBe(2n * secondNs)
  expect(position.accept('stdout', 2n * secondNs)).toBe(false)
  expect(position.accept('stderr', 2n * secondNs)).toBe(true)
})

const megabyte = new Uint8Array(1_000_000).fill(10)

/** Reads as a driver does: to the end, and again from where a read had to go back. */
const readAll = (kept: readonly Line[], follow: (fromNs: bigint, read: number) => readonly Line[]): number[] => {
  const position = new LogPosition(undefined)
  const given: number[] = []
  for (let read = 0; read < 10; read += 1) {
    const fromNs = position.beginRead() ?? 0n
    for (const { stream, atNs, number } of follow(fromNs, read)) {
      if (position.jumps(stream, atNs)) break
      if (position.accept(stream, atNs, megabyte)) given.push(number)
    }
    if (!position.mustLookBack && given.length >= kept.length) break
  }
  return given
}

test('a follower that repeats entries, as engines do at a log rotation, yields each entry once', () => {
  fc.assert(
    fc.property(logs, fc.nat(), fc.nat(), (log, at, back) => {
      const lines = log.filter(({ stream }) => stream === 'stdout')
      const turn = lines.length === 0 ? 0 : at % (lines.length + 1)
      // A repeat starts with all entries of a timestamp, and goes back at least to the one before the last.
      const lastNs = lines[turn - 1]?.atNs ?? 0n
      const earlier = lines.slice(0, turn).filter(({ atNs }) => atNs < lastNs)
      const againFromNs = earlier[earlier.length === 0 ? 0 : back % earlier.length]?.atNs
      const again = againFromNs === undefined ? [] : lines.slice(0, turn).filter(({ atNs }) => atNs >= againFromNs)
      const given = readAll(lines, (fromNs, read) => {
        const since = lines.filter(({ atNs }) => atNs >= fromNs)
        return read === 0 ? [...since.slice(0, turn), ...again, ...since.slice(turn)] : since
      })
      expect(given).toEqual(lines.map(({ number }) => number))
    }),
  )
})

test('a clock that is set back loses no entry', () => {
  const kept = [100n, 200n, 300n, 150n, 160n, 310n].map(
    (second, number): Line => ({ stream: 'stdout', atNs: second * secondNs, number }),
  )
  expect(readAll(kept, (fromNs) => kept.filter(({ atNs }) => atNs >= fromNs))).toEqual([0, 1, 2, 3, 4, 5])
})

test('a follower that skips a file is restarted, and entries after a pause are yielded once', () => {
  const kept = [1n, 2n, 3n, 4n, 5n, 6n, 20n, 21n, 40n].map(
    (second, number): Line => ({ stream: 'stdout', atNs: second * secondNs, number }),
  )
  const reads: number[] = []
  const given = readAll(kept, (fromNs, read) => {
    reads.push(read)
    return kept.filter(({ atNs, number }) => atNs >= fromNs && !(read === 0 && (number === 6 || number === 7)))
  })
  expect(given).toEqual(kept.map(({ number }) => number))
  expect(reads.length).toBeGreaterThan(1)
})

test('yields each entry once when a follower repeats its last line, or two lines have the same time', () => {
  const kept = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 7n, 8n].map(
    (instant, number): Line => ({ stream: 'stdout', atNs: instant, number }),
  )
  const given = readAll(kept, (fromNs, read) => {
    const since = kept.filter(({ atNs }) => atNs >= fromNs)
    return read === 0 ? [...since.slice(0, 6), ...since.slice(5)] : since
  })
  expect(given).toEqual(kept.map(({ number }) => number))
})
