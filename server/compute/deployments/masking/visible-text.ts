/** A part of a text, from its first index to the one after its last. */
export type Span = readonly [start: number, end: number]

/** The visible text of a line, and the places of its parts in the line. */
export interface VisibleText {
  text: string
  /** Returns where parts of it are in the line, for parts in order. */
  spansOf(parts: readonly Span[]): Span[]
}

/** An escape, also as JSON and programming languages write it. */
const ESCAPE = String.raw`(?:\x1b|\\u001[bB]|\\x1[bB]|\\033)`
const STYLE = String.raw`${ESCAPE}\[[0-?]*[ -/]*[@-~]?`
/** Titles of windows and links, which end with a bell that the log has replaced, and sequences of two characters. */
const OTHER_SEQUENCE = String.raw`${ESCAPE}(?:\][^\x07\x1b\x9c\ufffd]*(?:[\x07\x9c\ufffd]|\x1b\\)?|[ -/]+[0-~]|[0-Z^-~])`
/** Control characters but the tab and the newline, those that join, part or turn text, and replaced characters. */
const UNSEEN = String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufffd]`
const ESCAPED = String.raw`\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[bf"'\\/])`

const hasUnseen = new RegExp(UNSEEN)
/** Quotes and backslashes alone are in the form of a value that is quoted for JSON. */
const hasEscaped = /\\[ux0bf'/]/
const hasEither = new RegExp(`${UNSEEN}|${hasEscaped.source}`)
const hasOtherSequence = new RegExp(String.raw`${ESCAPE}[^\[]`)
const unseenOnly = new RegExp(`^${UNSEEN}$`)
const patternOf = (...sources: string[]) => new RegExp(sources.join('|'), 'g')
const plain = {
  styles: patternOf(STYLE, UNSEEN),
  sequences: patternOf(STYLE, OTHER_SEQUENCE, UNSEEN),
}
const decoding = {
  styles: patternOf(STYLE, UNSEEN, ESCAPED),
  sequences: patternOf(STYLE, OTHER_SEQUENCE, UNSEEN, ESCAPED),
}
const colours = new RegExp(String.raw`${ESCAPE}\[(?:\d{0,3};){0,15}\d{0,3}m`, 'g')

/**
 * Returns what users can read in a line besides the line itself: without styles, control characters and the like, and
 * with escapes of JSON decoded. Programs disagree about which sequences are shown, so there can be several texts.
 */
export function visibleTexts(line: string): VisibleText[] {
  if (!hasEither.test(line)) return []
  const kinds = [...(hasUnseen.test(line) ? [plain] : []), ...(hasEscaped.test(line) ? [decoding] : [])]
  const hasOther = hasOtherSequence.test(line)
  const patterns = kinds.flatMap(({ styles, sequences }) => (hasOther ? [styles, sequences] : [styles]))
  return patterns.map((pattern) => ({
    text: line.replaceAll(pattern, shown),
    spansOf: (parts) => spansIn(line, pattern, parts),
  }))
}

/** Returns the colour codes of a text, which also apply to what follows it. */
export const coloursOf = (text: string): string => (text.match(colours) ?? []).join('')

function shown(part: string): string {
  if (part[0] !== '\\' || part.length === 1) return ''
  const [, kind = '', digits = ''] = /^\\(.)(.*)$/s.exec(part) ?? []
  if ('ux'.includes(kind) && /^(?:[0-9a-f]{2}){1,2}$/i.test(digits)) {
    const character = String.fromCharCode(Number.parseInt(digits, 16))
    return unseenOnly.test(character) ? '' : character
  }
  return digits === '' && '"\'\\/'.includes(kind) ? kind : ''
}

/** One pass over the line for all parts, because a line can hold thousands. */
function spansIn(line: string, pattern: RegExp, parts: readonly Span[]): Span[] {
  if (parts.length === 0) return []
  const tokens: Token[] = []
  let ahead = 0
  for (const { 0: part, index } of line.matchAll(pattern)) {
    const at = index - ahead
    const { length } = shown(part)
    ahead += part.length - length
    tokens.push({ at, end: at + length, ahead })
  }
  const startOf = positions(tokens, ({ end }, index) => end <= index)
  const endOf = positions(tokens, ({ at }, index) => at < index)
  return parts.map(([start, end]) => [startOf(start), endOf(end)])
}

/** A sequence or an escape of a line. */
interface Token {
  /** Where its visible text begins and ends; most have none. */
  at: number
  end: number
  /** How far the line is ahead of its visible text after it. */
  ahead: number
}

/** Returns a function from growing indexes of the visible text to those of the line. */
function positions(tokens: readonly Token[], isBefore: (token: Token, index: number) => boolean) {
  let next = 0
  let ahead = 0
  return (index: number): number => {
    for (let token = tokens[next]; token && isBefore(token, index); token = tokens[next]) {
      next += 1
      ahead = token.ahead
    }
    return index + ahead
  }
}
