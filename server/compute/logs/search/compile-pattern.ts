import { setFlagsFromString } from 'node:v8'
import { type MayRead, mayReadAs } from '../../../../src/rules/log-lines/may-read-as.ts'
import { patternCountsFault } from '../../../../src/rules/log-lines/pattern-counts.ts'
import { mayReadAnything } from '../../../../src/rules/log-lines/readable-lines.ts'
import { readPattern } from './pattern-source.ts'
import type { Wanted } from './search-job.ts'

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
export class PatternRefusal extends Error {}

export function compilePattern({ words, as, matchCase, readable }: Wanted): Pattern {
  if (as === 'text') {
    if (/[\r\n]/.test(words)) throw new PatternRefusal('A line holds no newline, so nothing can be found.')
    const escaped = words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    return {
      expression: new RegExp(escaped, matchCase ? 'g' : 'gi'),
      isForOneLine: false,
      ofLine: undefined,
      mayRead: readable ? mayReadAs(words, matchCase) : undefined,
    }
  }
  checkReadable(words)
  const counts = patternCountsFault(words)
  if (counts !== null) throw new PatternRefusal(counts)
  const { folded, uncounted, crossesLines } = readPattern(words)
  checkLinear(uncounted)
  const source = matchCase ? words : folded
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
    throw new PatternRefusal(`This pattern cannot be read${reason ? `: ${reason}` : ''}.`)
  }
}

function checkLinear(source: string): void {
  try {
    new RegExp(source, 'l')
  } catch {
    throw new PatternRefusal(
      'Look-around, back-references and inline flags cannot be searched for, because they may take for ever. Leave them out.',
    )
  }
}
