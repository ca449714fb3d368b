import { streamLetters } from '../../rules/log-batch.ts'
import type { LogQuery } from '../log-book.ts'
import { findBytes, needleOf } from './find-bytes.ts'
import type { LineChunk } from './line-chunk.ts'
import { type PlainLines, plainLines, textOf } from './plain-lines.ts'

/** The indexes of those lines of a chunk, from one up to another, that a query matches. */
export type LineMatcher = (chunk: LineChunk, from: number, to: number) => number[] | Promise<number[]>

/** Which of some lines match a regular expression; in a thread of its own, because one that never ends must be ended. */
export type MatchPattern = (
  /** Each with its newline; given away. */
  lines: Uint8Array<ArrayBuffer>,
  query: Pick<LogQuery, 'find' | 'matchCase'>,
) => Promise<Uint32Array>

type PlainMatcher = (lines: PlainLines) => number[]

const isAscii = (text: string): boolean => new TextEncoder().encode(text).length === text.length

const byBytes = (find: string, matchCase: boolean): PlainMatcher => {
  const needle = needleOf(find, matchCase)
  return ({ bytes, starts }) => {
    const found: number[] = []
    let line = 0
    for (let at = 0; ; at = starts[line] ?? bytes.length) {
      at = findBytes(bytes, needle, at, bytes.length)
      if (at < 0) return found
      while ((starts[line + 1] ?? bytes.length) <= at) line += 1
      found.push(line)
      line += 1
    }
  }
}

/** Letters beyond ASCII have cases that bytes do not know. */
const byCharacters = (find: string): PlainMatcher => {
  const wanted = find.toLowerCase()
  return (lines) =>
    textOf(lines)
      .split('\n')
      .flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [at] : []))
}

const everyLine: PlainMatcher = ({ starts }) => Array.from({ length: starts.length - 1 }, (_, at) => at)

const plainMatcher = ({ find, matchCase }: LogQuery): PlainMatcher => {
  if (find === '') return everyLine
  return matchCase || isAscii(find) ? byBytes(find, matchCase) : byCharacters(find)
}

export const lineMatcher = (query: LogQuery, matchPattern: MatchPattern): LineMatcher => {
  const matches = plainMatcher(query)
  const letter = query.stream && streamLetters[query.stream].charCodeAt(0)
  return (chunk, from, to) => {
    const inChunk = (found: Iterable<number>) =>
      Array.from(found, (at) => from + at).filter((at) => letter === undefined || chunk.streams[at] === letter)
    const lines = plainLines(chunk, from, to)
    if (query.as === 'regex' && query.find !== '') return matchPattern(lines.bytes.slice(), query).then(inChunk)
    return inChunk(matches(lines))
  }
}
