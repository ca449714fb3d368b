import type { FoundLines } from './log-buffer.ts'

/**
 * Returns the found line after or before the current one, wrapping around at the ends. Without a current line, it
 * starts at the visible lines.
 */
export const stepFound = (
  found: Pick<FoundLines, 'count' | 'sequenceAt' | 'indexOf'>,
  at: number | null,
  step: 1 | -1,
  inView: number,
): number | undefined => {
  const { count } = found
  if (count === 0) return undefined
  const index = found.indexOf(at ?? inView)
  if (at === null) return found.sequenceAt(Math.min(index, count - 1))
  const next = step === 1 && found.sequenceAt(index) === at ? index + 1 : index
  return found.sequenceAt((next + (step === 1 ? 0 : count - 1)) % count)
}

/** Returns the position of a line among the found lines, from 1; null if it is not one of them. */
export const positionInFound = (
  found: Pick<FoundLines, 'sequenceAt' | 'indexOf'>,
  sequence: number | null,
): number | null => {
  if (sequence === null) return null
  const index = found.indexOf(sequence)
  return found.sequenceAt(index) === sequence ? index + 1 : null
}
