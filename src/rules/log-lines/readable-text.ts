import { jsonLine } from './json-line.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches characters that are not shown
const anyUnseen = /[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: also matches the escape sequences that they start
const unseen = /\x1b\[[0-?]*[ -/]*[@-~]?|[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g

/** Returns a JSON line as it is shown, without styles; null for any other line. */
export const readableText = (line: string): string | null => {
  const read = jsonLine(line)
  if (!read) return null
  const { level, message, pairs } = read
  const head = level ? `${level.toUpperCase()} ` : ''
  const text = `${head}${message === null ? pairs : `${message}${pairs && ` ${pairs}`}`}`
  return anyUnseen.test(text) ? text.replaceAll(/[\n\t]+/g, ' ').replaceAll(unseen, '') : text
}
