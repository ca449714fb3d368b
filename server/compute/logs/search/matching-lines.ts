import type { Pattern } from './compile-pattern.ts'

/** A line's place in a block of lines, and its number there, from 0. */
export interface FoundLine {
  number: number
  start: number
  end: number
}

/** The lines of a block that a pattern matches, in order. */
export function matchingLines(block: string, { expression, isForOneLine, ofLine }: Pattern): FoundLine[] {
  return isForOneLine ? oneByOne(block, expression) : allAtOnce(block, expression, ofLine)
}

function allAtOnce(block: string, expression: RegExp, ofLine: RegExp | undefined): FoundLine[] {
  const found: FoundLine[] = []
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

function oneByOne(block: string, expression: RegExp): FoundLine[] {
  const found: FoundLine[] = []
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
