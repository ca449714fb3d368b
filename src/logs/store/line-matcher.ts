import { streamLetters } from '../../rules/log-batch.ts'
import { readableLines } from '../../rules/log-lines/readable-lines.ts'
import { readableTextFilter } from '../../rules/log-lines/readable-text-filter.ts'
import { findBytes, needleOf } from './find-bytes.ts'
import type { LineChunk } from './line-chunk.ts'
import type { LogQuery } from './log-store-message.ts'
import type { LinePattern } from './matching-lines.ts'
import { mergeMatches } from './merge-matches.ts'
import { type PlainLines, plainLines, textOf } from './plain-lines.ts'

/** Returns the indexes of the matching lines of a chunk, from one index (inclusive) to another (exclusive). */
export type LineMatcher = (chunk: LineChunk, from: number, to: number) => number[] | Promise<number[]>

/** Matches lines against a regular expression, in a separate thread that can be terminated if the match hangs. */
export type MatchPattern = (
  /** Each with its newline; the buffer is transferred. */
  lines: Uint8Array<ArrayBuffer>,
  pattern: LinePattern,
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

const byCharacters = ({ find, matchCase }: LogQuery): ((line: string) => boolean) => {
  const lowerCaseFind = find.toLowerCase()
  return matchCase ? (line) => line.includes(find) : (line) => line.toLowerCase().includes(lowerCaseFind)
}

/** The case of non-ASCII letters cannot be compared by byte. */
const lineByLine =
  (isMatch: (line: string) => boolean): PlainMatcher =>
  (lines) =>
    textOf(lines)
      .split('\n')
      .flatMap((line, at) => (isMatch(line) ? [at] : []))

const everyLine: PlainMatcher = ({ starts }) => Array.from({ length: starts.length - 1 }, (_, at) => at)

const writtenMatcher = (query: LogQuery): PlainMatcher => {
  const { find, matchCase } = query
  if (find === '') return everyLine
  return matchCase || isAscii(find) ? byBytes(find, matchCase) : lineByLine(byCharacters(query))
}

const BRACE = 0x7b

const plainMatcher = (query: LogQuery): PlainMatcher => {
  const written = writtenMatcher(query)
  const mayRead = query.readable && query.find !== '' ? readableTextFilter(query.find, query.matchCase) : null
  if (!mayRead) return written
  const isMatch = byCharacters(query)
  // Lines are decoded only if they may contain JSON.
  const readable = (lines: PlainLines) =>
    lines.bytes.includes(BRACE) ? readableLines(textOf(lines), mayRead, isMatch) : []
  return (lines) => mergeMatches(written(lines), readable(lines))
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
