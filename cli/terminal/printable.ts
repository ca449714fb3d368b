// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds what a terminal would obey
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const escapeOf = (character: string): string => {
  const code = character.charCodeAt(0)
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/**
 * Makes control characters visible. Names and log lines come from others: an escape sequence in them could rewrite the
 * screen, change the title or reply a question of the shell, and a change of direction could reorder a line.
 */
export const printable = (text: string): string => text.replace(controls, escapeOf)

/** The same, on one line. */
export const printableLine = (text: string): string => printable(text).replaceAll(/[\n\t]+/g, ' ')

/** JSON with the same characters escaped, which is the same JSON. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
