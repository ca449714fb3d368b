import { hasEscapes, parseAnsi } from '../../../parts/logs/line/ansi.ts'

const plainLine = (line: string): string =>
  parseAnsi(line)
    .map(({ text }) => text)
    .join('')

/** Returns lines without colour codes. */
export const plainLines = (text: string): string => {
  const lines = text.split('\n')
  return lines.map((line) => (hasEscapes(line) ? plainLine(line) : line)).join('\n')
}
