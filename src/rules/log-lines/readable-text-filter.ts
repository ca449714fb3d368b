import { levelKeys } from './json-line.ts'
import { levelSource, logLevels } from './log-level.ts'

/** Whether the readable form of a JSON line may contain the searched text, judged from the raw line. */
export type LineFilter = (line: string) => boolean

/** Any character may be escaped. Colour codes inside a word always are, and the readable form omits them. */
const mayEscape: LineFilter = (line) => line.includes('\\u')

const anyOf = (sources: readonly string[]): string => sources.join('|')

/** A level is shown as one word however it was written: `"level":50` is shown as `ERROR`. */
const levelPatternFor = (part: string, matchCase: boolean): RegExp | null => {
  const levels = logLevels.filter((level) =>
    matchCase ? level.toUpperCase().includes(part) : level.includes(part.toLowerCase()),
  )
  if (levels.length === 0) return null
  const keys = anyOf(levelKeys.map((key) => key.replace('.', String.raw`\.`)))
  return new RegExp(String.raw`"(?:${keys})"\s*:\s*"?(?:${anyOf(levels.map(levelSource))})`, 'i')
}

/**
 * Parsing a JSON line costs ten times as much as searching it. This filter selects the lines to parse by those parts of
 * the searched text that the readable form leaves unchanged.
 */
export const readableTextFilter = (text: string, matchCase: boolean): LineFilter => {
  const parts = text.split(/[^\p{L}\p{N}_]+/u).filter((part) => part !== '')
  const [head = ''] = parts
  const level = head !== '' && text.startsWith(head) ? levelPatternFor(head, matchCase) : null
  if (head === text && level === null) return mayEscape
  const folded = (text: string) => (matchCase ? text : text.toLowerCase())
  const needles = (level ? parts.slice(1) : parts).map(folded)
  return (line) => {
    if (mayEscape(line)) return true
    const text = folded(line)
    if (!needles.every((part) => text.includes(part))) return false
    return level === null || text.includes(folded(head)) || level.test(line)
  }
}
