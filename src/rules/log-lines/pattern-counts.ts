import { patternPieces } from './pattern-pieces.ts'

/** The maximum size of a pattern whose repeated parts are written out as often as they may match. */
const MAX_STEPS = 1000
/** The limit of the linear-time engine for nested repetitions. */
const MAX_NESTED = 16

const TOO_MANY = `The repetition counts of this pattern add up to more than ${MAX_STEPS} steps. Use smaller counts, or * or +.`
const NESTED = `Counts above ${MAX_NESTED} inside a repeated group are too slow. Use smaller counts, or * or +.`

interface Part {
  steps: number
  /** The product of the nested repetition counts; null without repetition. */
  repeated: number | null
}

/** Returns the maximum count of a quantifier, or the minimum if it is unbounded; null if the piece is no quantifier. */
const countOf = (piece: string): number | null => {
  if (piece === '*' || piece === '+') return 1
  const [, min, comma, max] = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(piece) ?? []
  if (min === undefined) return null
  return comma && max === '' ? Math.max(Number(min), 1) : Number(max ?? min)
}

const isRepetition = (piece: string, count: number): boolean => count > 1 || /^(?:[*+]|\{\d+,\})$/.test(piece)

const joined = (parts: Part[]): Part => {
  const repeated = parts.flatMap((part) => (part.repeated === null ? [] : [part.repeated]))
  return {
    steps: parts.reduce((sum, { steps }) => sum + steps, 0),
    repeated: repeated.length > 0 ? Math.max(...repeated) : null,
  }
}

/** Returns a message for the user if a regular expression is too expensive to search for; otherwise null. */
export function patternCountsError(source: string): string | null {
  const open: Part[][] = []
  let parts: Part[] = []
  for (const piece of patternPieces(source)) {
    const count = countOf(piece)
    const last = parts.at(-1)
    if (count !== null && last) {
      if (isRepetition(piece, count)) {
        const isNested = last.repeated !== null
        last.repeated = (last.repeated ?? 1) * count
        if (isNested && last.repeated > MAX_NESTED) return NESTED
      }
      last.steps *= Math.max(count, 1)
      if (last.steps > MAX_STEPS) return TOO_MANY
    } else if (piece.startsWith('(')) {
      open.push(parts)
      parts = []
    } else if (piece === ')') {
      const inner = joined(parts)
      parts = open.pop() ?? []
      parts.push(inner)
    } else if (piece !== '|' && piece !== '?') parts.push({ steps: 1, repeated: null })
  }
  return joined([...open.flat(), ...parts]).steps > MAX_STEPS ? TOO_MANY : null
}
