import type { TextRange } from './match-ranges.ts'
import { type ReadLine, readLine, textOf } from './read-line.ts'

export interface MarkedLine extends ReadLine {
  matches: readonly TextRange[]
}

/** Returns the parts of a text that match a search. */
export type MatchesIn = (text: string) => TextRange[]

/** Returns a line as shown, with its matches. A line that matches only in its raw form is shown raw. */
export const markedLine = (text: string, raw: boolean, matchesIn: MatchesIn | undefined): MarkedLine => {
  const rendered = readLine(text, raw)
  if (!matchesIn) return { ...rendered, matches: [] }
  const matches = matchesIn(textOf(rendered.spans))
  if (raw || matches.length > 0) return { ...rendered, matches }
  const written = readLine(text, true)
  const inWritten = matchesIn(textOf(written.spans))
  return inWritten.length > 0 ? { ...written, matches: inWritten } : { ...rendered, matches }
}
