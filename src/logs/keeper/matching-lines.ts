import { textOf } from './plain-lines.ts'

/** Looks for every match of a line, because every one is marked where the line is shown, by a thread that must not hang. */
const matches = (pattern: RegExp, line: string): boolean => {
  pattern.lastIndex = 0
  if (!pattern.test(line)) return false
  for (let from = pattern.lastIndex; pattern.test(line); from = pattern.lastIndex) {
    if (pattern.lastIndex === from) pattern.lastIndex += 1
  }
  return true
}

/** Which of some lines, each with its newline, a regular expression matches. */
export const matchingLines = (bytes: Uint8Array, find: string, matchCase: boolean): Uint32Array<ArrayBuffer> => {
  const pattern = new RegExp(find, matchCase ? 'g' : 'gi')
  const lines = textOf({ bytes }).split('\n')
  const found = new Uint32Array(lines.length)
  let count = 0
  for (let at = 0; at < lines.length; at += 1) {
    if (!matches(pattern, lines[at] ?? '')) continue
    found[count] = at
    count += 1
  }
  return found.slice(0, count)
}
