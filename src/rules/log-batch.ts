import type { LogBatch, LogLine, LogStream } from '../contract/wire/log.ts'

/** A line before it has a sequence number; its text holds no newline. */
export interface WrittenLine {
  atMs: number
  stream: LogStream
  text: string
}

/** The letter for each stream in a batch. */
export const streamLetters: Record<LogStream, string> = { stdout: 'o', stderr: 'e', system: 's' }
const streamOf = (letter: string): LogStream => (letter === 'e' ? 'stderr' : letter === 's' ? 'system' : 'stdout')

/** Encodes consecutive lines, at least one; `first` is the sequence number of the first line. */
export const batchOf = (lines: readonly WrittenLine[], first: number): LogBatch => ({
  kind: 'lines',
  first,
  sequence: first + lines.length - 1,
  atMs: lines.map(({ atMs }) => atMs),
  streams: lines.map(({ stream }) => streamLetters[stream]).join(''),
  text: lines.map(({ text }) => text).join('\n'),
})

const lineOf = (batch: LogBatch, log: string, index: number): LogLine => ({
  sequence: batch.first + index,
  time: new Date(batch.atMs[index] ?? 0).toISOString(),
  stream: streamOf(batch.streams[index] ?? 'o'),
  log,
})

export const linesOf = (batch: LogBatch): LogLine[] =>
  batch.text.split('\n').map((log, index) => lineOf(batch, log, index))

/** Reads single lines of a batch; nothing is decoded before the first is read. */
export const lineReader = (batch: LogBatch): ((sequence: number) => LogLine | undefined) => {
  let texts: readonly string[] | undefined
  return (sequence) => {
    if (sequence < batch.first || sequence > batch.sequence) return undefined
    texts ??= batch.text.split('\n')
    const index = sequence - batch.first
    return lineOf(batch, texts[index] ?? '', index)
  }
}

/** Returns the part of a batch between two sequence numbers (inclusive); undefined if they do not overlap. */
export const sliceBatch = (batch: LogBatch, from: number, to: number): LogBatch | undefined => {
  if (from <= batch.first && to >= batch.sequence) return batch
  const first = Math.max(from, batch.first)
  const sequence = Math.min(to, batch.sequence)
  if (first > sequence) return undefined
  const [start, end] = [first - batch.first, sequence - batch.first + 1]
  return {
    kind: 'lines',
    first,
    sequence,
    atMs: batch.atMs.slice(start, end),
    streams: batch.streams.slice(start, end),
    text: batch.text.split('\n').slice(start, end).join('\n'),
  }
}
