import { setFlagsFromString } from 'node:v8'
import { type MayRead, mayReadAs } from '../../../../src/rules/log-lines/may-read-as.ts'
import { patternCountsError } from '../../../../src/rules/log-lines/pattern-counts.ts'
import { mayReadAnything } from '../../../../src/rules/log-lines/readable-lines.ts'
import { readPattern } from './pattern-source.ts'
import type { SearchQuery } from './search-job.ts'

// V8 then gives a pattern that goes back and forth too often to its engine of linear time, and lets the flag `l` ask for
// that engine at once, which tells whether it can have the pattern at all.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
setFlagsFromString('--enable-experimental-regexp-engine')

export interface Pattern {
  /** Runs over many lines at once, or over one where it could cross lines. */
  expression: RegExp
  isForOneLine: boolean
  /** A match among many lines is asked again of its line alone, where `^` and `$` mean nothing else. */
  ofLine: RegExp | undefined
  /** Which JSON lines are to be read, since they may match as they are shown; undefined where none can. */
  mayRead: MayRead | undefined
}

/** The words are for the person who wrote the pattern. */
export class PatternError extends Error {}

export function compilePattern({ query, as, matchCase, readable }: SearchQuery): Pattern {
  if (as === 'text') {
    if (/[\r\n]/.test(query)) throw new PatternError('Log lines contain no newlines, so nothing can match.')
    const escaped = query.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    return {
      expression: new RegExp(escaped, matchCase ? 'g' : 'gi'),
      isForOneLine: false,
      ofLine: undefined,
      mayRead: readable ? mayReadAs(query, matchCase) : undefined,
    }
  }
  checkReadable(query)
  const counts = patternCountsError(query)
  if (counts !== null) throw new PatternError(counts)
  const { folded, uncounted, crossesLines } = readPattern(query)
  checkLinear(uncounted)
  const source = matchCase ? query : folded
  return {
    expression: new RegExp(source, crossesLines ? '' : 'gm'),
    isForOneLine: crossesLines,
    ofLine: crossesLines ? undefined : new RegExp(source),
    mayRead: readable ? mayReadAnything : undefined,
  }
}

function checkReadable(source: string): void {
  try {
    new RegExp(source)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : ''
    throw new PatternError(`Invalid pattern${reason ? `: ${reason}` : ''}.`)
  }
}

function checkLinear(source: string): void {
  try {
    new RegExp(source, 'l')
  } catch {
    throw new PatternError('Look-around, back-references and inline flags are not supported. Remove them.')
  }
}
