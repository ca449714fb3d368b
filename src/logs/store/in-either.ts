import type { PlacedLine } from '../../rules/log-lines/readable-lines.ts'

/** The lines that match as they were written or as they are shown, each once and in order. */
export const inEither = (written: number[], readable: readonly PlacedLine[]): number[] =>
  readable.length === 0
    ? written
    : [...new Set([...written, ...readable.map(({ number }) => number)])].sort((a, b) => a - b)
