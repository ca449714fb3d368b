import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogPosition } from '../../../server/engines/docker/logs/log-position.ts'

interface Line {
  stream: 'stdout' | 'stderr'
  atNs: bigint
  number: number
}

const secondNs = 1_000_000_000n

/** Two streams that are written side by side: each in order, one up to a second ahead of the other. */
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
      const wanted = isError ? nowNs - BigInt(skewNs) : nowNs
      last[stream] = wanted > last[stream] ? wanted : last[stream]
      return { stream, atNs: last[stream], number }
    })
  })

test('a log that is read in any number of short reads comes whole and once', () => {
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

test('a log is read from the wanted time on, and never from before it', () => {
  const position = new LogPosition(2000)
  expect(position.beginRead()).toBe(2n * secondNs)
  expect(position.accept('stdout', 2n * secondNs)).toBe(true)
  expect(position.beginRead()).toBe(2n * secondNs)
  expect(position.accept('stdout', 2n * secondNs)).toBe(false)
  expect(position.accept('stderr', 2n * secondNs)).toBe(true)
})

test('a read that repeats its last entries, as engines do where they begin a new file, gives each once', () => {
  fc.assert(
    fc.property(logs, fc.nat(), fc.nat(40), (log, at, back) => {
      const lines = log.filter(({ stream }) => stream === 'stdout')
      const turn = lines.length === 0 ? 0 : at % lines.length
      const firstAgain = lines[Math.max(0, turn - back)]?.atNs ?? 0n
      // A repeat begins with all entries of an instant, or it could not be told from new ones.
      const again = lines.slice(0, turn).filter(({ atNs }) => atNs >= firstAgain)
      const isTold = (again[0]?.atNs ?? 0n) < (lines[turn - 1]?.atNs ?? 0n)
      const position = new LogPosition(undefined)
      position.beginRead()
      const read = [...lines.slice(0, turn), ...(isTold ? again : []), ...lines.slice(turn)]
      const given = read.filter(({ stream, atNs }) => position.accept(stream, atNs)).map(({ number }) => number)
      expect(given).toEqual(lines.map(({ number }) => number))
    }),
  )
})

test('a clock that is set back loses no entry', () => {
  const position = new LogPosition(undefined)
  position.beginRead()
  const times = [100n, 200n, 300n, 150n, 160n, 310n]
  expect(times.filter((atNs) => position.accept('stdout', atNs * secondNs))).toEqual(times)
})
