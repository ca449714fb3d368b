import type { FoundLines } from './log-buffer.ts'

/**
 * The found line after the one that the reader is at, or before it: beyond the last comes the first. A reader who is at
 * none yet begins where the view is.
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

/** Which of the found lines a line is, from 1; null when it is none of them. */
export const positionInFound = (
  found: Pick<FoundLines, 'sequenceAt' | 'indexOf'>,
  sequence: number | null,
): number | null => {
  if (sequence === null) return null
  const index = found.indexOf(sequence)
  return found.sequenceAt(index) === sequence ? index + 1 : null
}
