import type { LogBatch } from '../../../../src/contract/wire/log.ts'

const MAX_LINES = 2000
const MAX_CHARACTERS = 262_144

/** Joins consecutive batches without a gap between them. */
export function joinBatches(batches: readonly LogBatch[]): LogBatch[] {
  const runs: LogBatch[][] = []
  for (const batch of batches) {
    const run = runs.at(-1)
    if (run?.at(-1)?.sequence === batch.first - 1) run.push(batch)
    else runs.push([batch])
  }
  return runs.map((run) => ({
    kind: 'lines',
    first: run[0]?.first ?? 0,
    sequence: run.at(-1)?.sequence ?? 0,
    atMs: run.flatMap(({ atMs }) => atMs),
    streams: run.map(({ streams }) => streams).join(''),
    text: run.map(({ text }) => text).join('\n'),
  }))
}

/** Splits a batch into batches of at most 2,000 lines and 256 Ki characters, and at least one line. */
export function cutBatch(batch: LogBatch): LogBatch[] {
  if (batch.atMs.length <= MAX_LINES && batch.text.length <= MAX_CHARACTERS) return [batch]
  const pieces: LogBatch[] = []
  let line = 0
  for (let at = 0; line < batch.atMs.length; ) {
    const { count, end } = nextSlice(batch.text, at)
    pieces.push({
      kind: 'lines',
      first: batch.first + line,
      sequence: batch.first + line + count - 1,
      atMs: batch.atMs.slice(line, line + count),
      streams: batch.streams.slice(line, line + count),
      text: batch.text.slice(at, end),
    })
    line += count
    at = end + 1
  }
  return pieces
}

function nextSlice(text: string, from: number): { count: number; end: number } {
  let count = 0
  let end = from
  for (let next = lineEnd(text, from); ; next = lineEnd(text, end + 1)) {
    if (count > 0 && next - from > MAX_CHARACTERS) return { count, end }
    count += 1
    end = next
    if (count === MAX_LINES || end === text.length) return { count, end }
  }
}

const lineEnd = (text: string, from: number): number => {
  const newline = text.indexOf('\n', from)
  return newline < 0 ? text.length : newline
}
