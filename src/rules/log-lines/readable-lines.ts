import { readableText } from './readable-text.ts'
import type { LineFilter } from './readable-text-filter.ts'

/** The offsets of a line in a block of lines, and its index there, from 0. */
export interface PlacedLine {
  number: number
  start: number
  end: number
}

/** For searches that cannot be judged from the raw line. */
export const acceptAnyLine: LineFilter = () => true

/** Returns the JSON lines of a block that match in their readable form. */
export const readableLines = (block: string, mayRead: LineFilter, matches: (text: string) => boolean): PlacedLine[] => {
  const found: PlacedLine[] = []
  if (!block.includes('{')) return found
  for (let start = 0, number = 0; start <= block.length; number += 1) {
    const newline = block.indexOf('\n', start)
    const end = newline < 0 ? block.length : newline
    if (isLikeJson(block, start, end)) {
      const line = block.slice(start, end)
      const text = mayRead(line) ? readableText(line) : null
      if (text !== null && matches(text)) found.push({ number, start, end })
    }
    start = end + 1
  }
  return found
}

const isLikeJson = (block: string, start: number, end: number): boolean => {
  let at = start
  while (at < end && block[at] === ' ') at += 1
  return at < end && block[at] === '{'
}
