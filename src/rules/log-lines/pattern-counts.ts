import { patternPieces } from './pattern-pieces.ts'

/** All counts multiplied out: what a pattern comes to when each repeated part is written as often as it may match. */
const MOST_STEPS = 1000
/** The engine that answers in linear time repeats a nested part no more often. */
const MOST_NESTED = 16

const TOO_MANY = `The counts of this pattern make more than ${MOST_STEPS} steps. Use smaller ones, or * or +.`
const NESTED = `Counts of more than ${MOST_NESTED} inside a repeated group may take for ever. Use smaller ones, or * or +.`

interface Part {
  steps: number
  /** The counts of the repetitions around one another in it, multiplied; null where nothing is repeated. */
  repeated: number | null
}

/** How often a quantifier may repeat at most what is before it, without end counted as its least; null for none. */
const countOf = (piece: string): number | null => {
  if (piece === '*' || piece === '+') return 1
  const [, least, comma, most] = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(piece) ?? []
  if (least === undefined) return null
  return comma && most === '' ? Math.max(Number(least), 1) : Number(most ?? least)
}

const isRepetition = (piece: string, count: number): boolean => count > 1 || /^(?:[*+]|\{\d+,\})$/.test(piece)

const joined = (parts: Part[]): Part => {
  const repeated = parts.flatMap((part) => (part.repeated === null ? [] : [part.repeated]))
  return {
    steps: parts.reduce((sum, { steps }) => sum + steps, 0),
    repeated: repeated.length > 0 ? Math.max(...repeated) : null,
  }
}

/** Why a regular expression is too dear to search for; null where its counts are small enough. For a person to read. */
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
        if (isNested && last.repeated > MOST_NESTED) return NESTED
      }
      last.steps *= Math.max(count, 1)
      if (last.steps > MOST_STEPS) return TOO_MANY
    } else if (piece.startsWith('(')) {
      open.push(parts)
      parts = []
    } else if (piece === ')') {
      const inner = joined(parts)
      parts = open.pop() ?? []
      parts.push(inner)
    } else if (piece !== '|' && piece !== '?') parts.push({ steps: 1, repeated: null })
  }
  return joined([...open.flat(), ...parts]).steps > MOST_STEPS ? TOO_MANY : null
}
