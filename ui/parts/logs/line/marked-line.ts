import type { TextRange } from './match-ranges.ts'
import { type ReadLine, readLine, textOf } from './read-line.ts'

export interface MarkedLine extends ReadLine {
  matches: readonly TextRange[]
}

/** A line as it is shown, with its matches; one that matches only as it was written is shown so. */
export const markedLine = (text: string, raw: boolean, matchesIn: (text: string) => TextRange[]): MarkedLine => {
  const rendered = readLine(text, raw)
  const matches = matchesIn(textOf(rendered.spans))
  if (raw || matches.length > 0) return { ...rendered, matches }
  const written = readLine(text, true)
  const inWritten = matchesIn(textOf(written.spans))
  return inWritten.length > 0 ? { ...written, matches: inWritten } : { ...rendered, matches }
}
