import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeChunk, encodeChunk } from '../../server/compute/logs/chunks/chunk-codec.ts'
import { pageWindow } from '../../server/compute/logs/queries/page-window.ts'
import { cleanLine, maxLineBytes } from '../../server/compute/logs/reading/clean-line.ts'
import { LineSplitter } from '../../server/compute/logs/reading/line-splitter.ts'
import { type ReadPosition, readAgainFromMs } from '../../server/compute/logs/reading/read-position.ts'
import { type StoredLine, systemLine } from '../../server/compute/logs/stored-line.ts'
import type { LogEntry } from '../../server/engines/engine.ts'
import { batchOf, linesOf } from '../../src/rules/log-batch.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const BEGIN_NS = 1_700_000_000_000_000_000n

/** The output of two streams, split at any byte, with several entries at the same instant. */
const entries: fc.Arbitrary<LogEntry[]> = fc
  .array(
    fc.record({
      stream: fc.constantFrom('stdout' as const, 'stderr' as const),
      bytes: fc.oneof(
        fc.string({ unit: fc.constantFrom('a', 'é', '🚢', '\n', '\r', ' ', '\u0000'), maxLength: 12 }).map(bytesOf),
        fc.uint8Array({ maxLength: 6 }),
      ),
      laterNs: fc.constantFrom(0, 0, 1, 1_000_000, 3_000_000_000),
    }),
    { maxLength: 40 },
  )
  .map((parts) => {
    let atNs = BEGIN_NS
    return parts.map(({ stream, bytes, laterNs }) => {
      atNs += BigInt(laterNs)
      return { stream, bytes, atNs: String(atNs) }
    })
  })

function read(
  given: LogEntry[],
  from: ReadPosition = {},
  isEnd = true,
): { lines: StoredLine[]; position: ReadPosition } {
  const splitters = { stdout: new LineSplitter('stdout', from.stdout), stderr: new LineSplitter('stderr', from.stderr) }
  const lines = given.flatMap((entry) => splitters[entry.stream].take(entry))
  const { stdout, stderr } = splitters
  const position = {
    ...(stdout.position ? { stdout: stdout.position } : {}),
    ...(stderr.position ? { stderr: stderr.position } : {}),
  }
  return { lines: isEnd ? [...lines, ...stdout.end(), ...stderr.end()] : lines, position }
}

const ofStream = (lines: StoredLine[], stream: string) => lines.filter((line) => line.stream === stream)

describe('lines of a workload', () => {
  test('are the same however the output is split, and however often its reader restarts', () => {
    fc.assert(
      fc.property(entries, fc.array(fc.nat(40), { maxLength: 4 }), (all, stops) => {
        const once = read(all).lines
        let position: ReadPosition = {}
        const inSlices: StoredLine[] = []
        for (const stop of stops.toSorted((a, b) => a - b)) {
          const part = read(since(all.slice(0, stop), position), position, false)
          inSlices.push(...part.lines)
          position = part.position
        }
        inSlices.push(...read(since(all, position), position).lines)
        for (const stream of ['stdout', 'stderr']) expect(ofStream(inSlices, stream)).toEqual(ofStream(once, stream))
      }),
      { numRuns: 500 },
    )
  })

  /** Responds as an engine does to a request for output since a time. */
  function since(all: LogEntry[], position: ReadPosition): LogEntry[] {
    const fromNs = BigInt(readAgainFromMs(position) ?? 0) * 1_000_000n
    return all.filter(({ atNs }) => BigInt(atNs) >= fromNs)
  }

  test('a character that is split over two pieces is complete', () => {
    const [first, second] = [bytesOf('🚢\n').subarray(0, 2), bytesOf('🚢\n').subarray(2)]
    const at = (atNs: string, bytes: Uint8Array): LogEntry => ({ stream: 'stdout', atNs, bytes })
    expect(read([at('1000000', first), at('2000000', second)]).lines).toEqual([
      { atMs: 1, stream: 'stdout', text: '🚢' },
    ])
  })

  test('blank ones are dropped, progress is folded, and a NUL is replaced [P5.14]', () => {
    const textsOf = (text: string) =>
      read([{ stream: 'stdout', atNs: '1', bytes: bytesOf(text) }]).lines.map((line) => line.text)
    expect(textsOf('\n \t \n')).toEqual([])
    expect(textsOf('10%\r50%\r100%')).toEqual(['100%'])
    expect(textsOf('10%\r50%\r\r\nnext')).toEqual(['50%', 'next'])
    expect(textsOf('from Windows\r\n')).toEqual(['from Windows'])
    expect(textsOf('a\u0000b')).toEqual(['a\ufffdb'])
  })

  test('progress of any length is folded to its last state, complete, wherever it is split', () => {
    const states = Array.from({ length: 20_000 }, (_, at) => `${at + 1} of 20000 done`)
    const bytes = bytesOf(`${'x'.repeat(maxLineBytes + 10)}\r${states.join('\r')}\r\n`)
    for (const size of [7, 4096, bytes.length]) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => ({
        stream: 'stdout' as const,
        atNs: '1000000',
        bytes: bytes.subarray(at * size, (at + 1) * size),
      }))
      expect(read(parts).lines).toEqual([{ atMs: 1, stream: 'stdout', text: '20000 of 20000 done' }])
    }
  })

  test('overwritten text is not read again on resume, and its time is dropped', () => {
    const splitter = new LineSplitter('stdout')
    const at = (atNs: string, text: string) => splitter.take({ stream: 'stdout', atNs, bytes: bytesOf(text) })
    at('1000000', '10%')
    at('2000000', '\r')
    expect(splitter.position).toEqual({ atNs: '1000000', bytes: 0 })
    at('3000000', '50%\r90')
    expect(splitter.position).toEqual({ atNs: '3000000', bytes: 4 })
    expect(at('4000000', '%\n')).toEqual([{ atMs: 3, stream: 'stdout', text: '90%' }])
  })

  test('control characters are replaced; tabs and colours stay', () => {
    const cleaned = (text: string) => cleanLine(bytesOf(text), 0)
    expect(cleaned('a\u0007b\u0008c\u007f')).toBe('a\ufffdb\ufffdc\ufffd')
    expect(cleaned('\u001b[31mred\u001b[0m\tand plain')).toBe('\u001b[31mred\u001b[0m\tand plain')
    expect(systemLine('several\r\n  lines\n').text).toBe('several lines')
  })

  test('equal ones are each kept, and 50,000 blank ones leave nothing [P5.14]', () => {
    const given = bytesOf(`same\nsame\n${'\n \t\r\n'.repeat(25_000)}same\n`)
    const { lines } = read([{ stream: 'stdout', atNs: '1000000', bytes: given }])
    expect(lines.map(({ text }) => text)).toEqual(['same', 'same', 'same'])
  })

  test('bytes that are not text become text without newlines, and survive a chunk unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 20 }),
        (parts) => {
          const { lines } = read(parts.map((bytes, at) => ({ stream: 'stdout', atNs: String(1_000_000 + at), bytes })))
          for (const { text } of lines) expect(/[\r\n]/.test(text) || text.includes('\u0000')).toBe(false)
          if (lines.length === 0) return
          const batch = batchOf(lines, 1)
          expect(linesOf({ ...batch, ...decodeChunk(encodeChunk(batch)) }).map(({ log }) => log)).toEqual(
            lines.map(({ text }) => text),
          )
        },
      ),
    )
  })

  test('only the kept part of a 10 MB line is held in memory', () => {
    const splitter = new LineSplitter('stdout')
    const part = new Uint8Array(65_536).fill(0x61)
    for (let at = 0; at < 160; at += 1)
      expect(splitter.take({ stream: 'stdout', atNs: String(at), bytes: part })).toEqual([])
    const [line] = splitter.end()
    expect(line?.text).toMatch(/^a{65536} … \[10420224 bytes truncated\]$/)
  })

  test('one that is too long is cut, and states how much is missing', () => {
    const given = bytesOf(`${'x'.repeat(maxLineBytes + 10)}\nnext\n`)
    const { lines } = read([{ stream: 'stdout', atNs: '1', bytes: given }])
    expect(lines[0]?.text).toMatch(/^x{65536} … \[10 bytes truncated\]$/)
    expect(lines[1]?.text).toBe('next')
  })

  test('pages from the end meet without a gap and without an overlap [P9.1]', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 30 }), (length, size) => {
        const seen: number[] = []
        for (let page = 1; (page - 1) * size < length; page += 1) {
          const { start, end } = pageWindow(length, { from: -page * size, to: size })
          for (let at = end - 1; at >= start; at -= 1) seen.push(at)
        }
        expect(seen).toEqual(Array.from({ length }, (_, index) => length - 1 - index))
      }),
    )
  })
})
