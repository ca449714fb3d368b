import { patternPieces } from '../../rules/log-lines/pattern-pieces.ts'
import { acceptAnyLine, readableLines } from '../../rules/log-lines/readable-lines.ts'
import { withinLine } from '../../rules/log-lines/within-line.ts'
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

/** Returns the matching lines of a block, for a pattern whose matches contain no newline. Finds all matches, too. */
const allAtOnce = (pattern: RegExp, block: string): number[] => {
  const endFrom = (start: number) => {
    const newline = block.indexOf('\n', start)
    return newline < 0 ? block.length : newline
  }
  const found: number[] = []
  let line = 0
  let lineEnd = endFrom(0)
  pattern.lastIndex = 0
  for (let from = -1; pattern.test(block); from = pattern.lastIndex) {
    for (; pattern.lastIndex > lineEnd; line += 1) lineEnd = endFrom(lineEnd + 1)
    if (found.at(-1) !== line) found.push(line)
    if (pattern.lastIndex === from) pattern.lastIndex += 1
  }
  return found
}

/** Characters other than the newline that end a line for `^` and `$`. */
const OTHER_LINE_ENDS = /[\r\u2028\u2029]/

/** Returns a pattern for many lines at once that finds what `find` finds in each of them; null if there is none. */
const patternOfBlock = (find: string, matchCase: boolean, block: string): RegExp | null => {
  const pieces = patternPieces(find)
  if (pieces.some((piece) => piece === '^' || piece === '$') && OTHER_LINE_ENDS.test(block)) return null
  const within = pieces.map(withinLine)
  return within.includes(null) ? null : new RegExp(within.join(''), matchCase ? 'gm' : 'gim')
}

/** Returns the indexes of lines (each with its newline) that match a regular expression, in raw or readable form. */
export const matchingLines = (
  bytes: Uint8Array,
  { find, matchCase, readable }: LinePattern,
): Uint32Array<ArrayBuffer> => {
  const pattern = new RegExp(find, matchCase ? 'g' : 'gi')
  const isMatch = (line: string) => matches(pattern, line)
  const block = textOf({ bytes })
  const ofBlock = patternOfBlock(find, matchCase, block)
  const written = ofBlock
    ? allAtOnce(ofBlock, block)
    : block.split('\n').flatMap((line, at) => (isMatch(line) ? [at] : []))
  return new Uint32Array(readable ? mergeMatches(written, readableLines(block, acceptAnyLine, isMatch)) : written)
}
