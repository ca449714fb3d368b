const NEWLINE = '\n'

/** Returns the character of a piece; undefined for a class or an assertion. */
export function characterOf(piece: string): string | undefined {
  if (piece.length === 1) return piece
  const [, kind = '', digits = ''] = /^\\([xu])([0-9a-fA-F]+)$/.exec(piece) ?? []
  if (kind) return String.fromCharCode(Number.parseInt(digits, 16))
  return piece === '\\n' ? NEWLINE : undefined
}

const escapes: Readonly<Record<string, string>> = { '\\s': '[^\\S\\n]', '\\W': '[^\\w\\n]', '\\D': '[^\\d\\n]' }

/** Conservative: also true where a newline is only not ruled out. */
const mayContainNewline = (characters: string): boolean =>
  characters.startsWith('[^') ||
  /\\[sWDnxucpP\d]|\\[tvfb]-/.test(characters) ||
  [...characters].some((character) => character < ' ')

const withinClass = (piece: string): string => {
  if (!mayContainNewline(piece)) return piece
  // The frequent case, without a look-ahead for each character. `[^\n-z]` would be a range.
  return /^\[\^[^-]/.test(piece) ? `[^\\n${piece.slice(2)}` : `(?:(?!\\n)${piece})`
}

/**
 * Returns a piece of a regular expression that matches the same within one line, but never a newline; null if there is
 * none. A match over many lines then stays in one of them.
 */
export function withinLine(piece: string): string | null {
  if (piece.startsWith('[')) return withinClass(piece)
  // An inline flag could let a dot match newlines.
  if (piece.startsWith('(?') && !/^\(\?(?:[:=!]|<[=!]|<.+>)$/.test(piece)) return null
  // `\12` is a newline, unless there are twelve groups.
  if (/^\\[cpP\d]/.test(piece) || characterOf(piece) === NEWLINE) return null
  return escapes[piece] ?? piece
}
