import { streamLetters } from '../../rules/log-batch.ts'
import type { LogQuery } from '../log-book.ts'
import { findBytes, needleOf } from './find-bytes.ts'
import type { LineChunk } from './line-chunk.ts'

/** The indexes of those lines of a chunk, from one up to another, that a query matches. */
export type LineMatcher = (chunk: LineChunk, from: number, to: number) => number[] | Promise<number[]>

/** Which of some lines match a regular expression; in a thread of its own, because one that never ends must be ended. */
export type MatchPattern = (lines: string, query: Pick<LogQuery, 'find' | 'matchCase'>) => Promise<number[]>

const isAscii = (text: string): boolean => new TextEncoder().encode(text).length === text.length

const everyLine: LineMatcher = (_, from, to) => Array.from({ length: to - from }, (_, at) => from + at)

const byBytes = (find: string, matchCase: boolean): LineMatcher => {
  const needle = needleOf(find, matchCase)
  return ({ bytes, starts }, from, to) => {
    const found: number[] = []
    const end = starts[to] ?? 0
    let line = from
    for (let at = starts[from] ?? 0; ; at = starts[line] ?? end) {
      at = findBytes(bytes, needle, at, end)
      if (at < 0) return found
      while ((starts[line + 1] ?? end) <= at) line += 1
      found.push(line)
      line += 1
    }
  }
}

/** Letters beyond ASCII have cases that bytes do not know. */
const byCharacters = (find: string): LineMatcher => {
  const wanted = find.toLowerCase()
  return (chunk, from, to) =>
    chunk
      .text(from, to)
      .split('\n')
      .flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [from + at] : []))
}

const byPattern =
  (query: LogQuery, matchPattern: MatchPattern): LineMatcher =>
  async (chunk, from, to) =>
    (await matchPattern(chunk.text(from, to), query)).map((at) => from + at)

const byText = (query: LogQuery, matchPattern: MatchPattern): LineMatcher => {
  const { find, as, matchCase } = query
  if (find === '') return everyLine
  if (as === 'regex') return byPattern(query, matchPattern)
  return matchCase || isAscii(find) ? byBytes(find, matchCase) : byCharacters(find)
}

export const lineMatcher = (query: LogQuery, matchPattern: MatchPattern): LineMatcher => {
  const matches = byText(query, matchPattern)
  if (query.stream === undefined) return matches
  const letter = streamLetters[query.stream].charCodeAt(0)
  const ofStream = ({ streams }: LineChunk, found: number[]) => found.filter((at) => streams[at] === letter)
  return (chunk, from, to) => {
    const found = matches(chunk, from, to)
    return found instanceof Promise ? found.then((all) => ofStream(chunk, all)) : ofStream(chunk, found)
  }
}
