import { type PlacedLine, readableLines } from '../../../../src/rules/log-lines/readable-lines.ts'
import type { Pattern } from './compile-pattern.ts'

/** Returns the lines of a block that match as written or in their readable form, in order. */
export function matchingLines(block: string, pattern: Pattern): PlacedLine[] {
  const { expression, isForOneLine, ofLine, mayRead } = pattern
  const written = isForOneLine ? oneByOne(block, expression) : allAtOnce(block, expression, ofLine)
  const readable = mayRead ? readableLines(block, mayRead, (text) => isMatch(text, pattern)) : []
  if (readable.length === 0) return written
  const lines = new Map([...written, ...readable].map((line) => [line.number, line]))
  return [...lines.values()].sort((a, b) => a.number - b.number)
}

function isMatch(line: string, { expression, ofLine }: Pattern): boolean {
  if (ofLine) return ofLine.test(line)
  expression.lastIndex = 0
  return expression.test(line)
}

function allAtOnce(block: string, expression: RegExp, ofLine: RegExp | undefined): PlacedLine[] {
  const found: PlacedLine[] = []
  let number = 0
  let counted = 0
  expression.lastIndex = 0
  for (let match = expression.exec(block); match; match = expression.exec(block)) {
    const start = match.index === 0 ? 0 : block.lastIndexOf('\n', match.index - 1) + 1
    const end = endOf(block, match.index)
    for (; counted < start; number += 1) counted = block.indexOf('\n', counted) + 1
    if (!ofLine || ofLine.test(block.slice(start, end))) found.push({ number, start, end })
    if (end === block.length) break
    expression.lastIndex = end + 1
  }
  return found
}

function oneByOne(block: string, expression: RegExp): PlacedLine[] {
  const found: PlacedLine[] = []
  for (let start = 0, number = 0; ; number += 1) {
    const end = endOf(block, start)
    if (expression.test(block.slice(start, end))) found.push({ number, start, end })
    if (end === block.length) return found
    start = end + 1
  }
}

const endOf = (block: string, from: number): number => {
  const newline = block.indexOf('\n', from)
  return newline < 0 ? block.length : newline
}
