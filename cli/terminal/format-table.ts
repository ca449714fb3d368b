import { printableLine } from './printable.ts'

const GAP = '  '

/** Aligns the columns of a table under their titles. */
export const formatTable = (titles: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [titles, ...rows].map((row) => row.map(printableLine))
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** One line for each pair, with the values below one another. */
export const formatPairs = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([label]) => label.length))
  return pairs.map(([label, value]) => `${label.padEnd(width)}${GAP}${printableLine(value)}\n`).join('')
}
