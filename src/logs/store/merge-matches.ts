import type { PlacedLine } from '../../rules/log-lines/readable-lines.ts'

/** Merges the lines that match in raw form or in readable form, sorted and without duplicates. */
export const mergeMatches = (written: number[], readable: readonly PlacedLine[]): number[] =>
  readable.length === 0
    ? written
    : [...new Set([...written, ...readable.map(({ number }) => number)])].sort((a, b) => a - b)
