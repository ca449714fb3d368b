import { acceptAnyLine, readableLines } from '../../rules/log-lines/readable-lines.ts'
import type { LogQuery } from './log-store-message.ts'
import { mergeMatches } from './merge-matches.ts'
import { textOf } from './plain-lines.ts'

/** A regular expression for the thread that runs it. */
export type LinePattern = Pick<LogQuery, 'find' | 'matchCase' | 'readable'>

/** Finds all matches of a line. The view highlights each one, so a pattern that would hang there must hang here. */
const matches = (pattern: RegExp, line: string): boolean => {
  pattern.lastIndex = 0
  if (!pattern.test(line)) return false
  for (let from = pattern.lastIndex; pattern.test(line); from = pattern.lastIndex) {
    if (pattern.lastIndex === from) pattern.lastIndex += 1
  }
  return true
}

/** Returns the indexes of lines (each with its newline) that match a regular expression, in raw or readable form. */
export const matchingLines = (
  bytes: Uint8Array,
  { find, matchCase, readable }: LinePattern,
): Uint32Array<ArrayBuffer> => {
  const pattern = new RegExp(find, matchCase ? 'g' : 'gi')
  const isMatch = (line: string) => matches(pattern, line)
  const block = textOf({ bytes })
  const written: number[] = []
  for (const [at, line] of block.split('\n').entries()) if (isMatch(line)) written.push(at)
  return new Uint32Array(readable ? mergeMatches(written, readableLines(block, acceptAnyLine, isMatch)) : written)
}
