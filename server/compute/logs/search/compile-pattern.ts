import { setFlagsFromString } from 'node:v8'
import { patternCountsError } from '../../../../src/rules/log-lines/pattern-counts.ts'
import { acceptAnyLine } from '../../../../src/rules/log-lines/readable-lines.ts'
import { type LineFilter, readableTextFilter } from '../../../../src/rules/log-lines/readable-text-filter.ts'
import { readPattern } from './pattern-source.ts'
import type { SearchQuery } from './search-job.ts'

// V8 then falls back to its linear-time engine when a pattern backtracks too often. The flag `l` selects that engine
// directly, which shows whether it supports the pattern.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
setFlagsFromString('--enable-experimental-regexp-engine')

export interface Pattern {
  /** Runs over many lines at once, or over one line if it could match across lines. */
  expression: RegExp
  isForOneLine: boolean
  /** Verifies a match on its line alone, where `^` and `$` are unambiguous. */
  ofLine: RegExp | undefined
  /** Selects JSON lines that may match in their readable form; undefined when none can. */
  mayRead: LineFilter | undefined
}

/** The message is shown to the user. */
export class PatternError extends Error {}

export function compilePattern({ query, as, matchCase, readable }: SearchQuery): Pattern {
  if (as === 'text') {
    if (/[\r\n]/.test(query)) throw new PatternError('Log lines contain no newlines, so nothing can match.')
    const escaped = query.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    return {
      expression: new RegExp(escaped, matchCase ? 'g' : 'gi'),
      isForOneLine: false,
      ofLine: undefined,
      mayRead: readable ? readableTextFilter(query, matchCase) : undefined,
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
    mayRead: readable ? acceptAnyLine : undefined,
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
