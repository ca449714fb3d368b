import { patternCountsError } from '../../rules/log-lines/pattern-counts.ts'

/** Returns a message if a regular expression cannot be run; otherwise null. */
export const patternError = (pattern: string): string | null => {
  try {
    new RegExp(pattern)
    return patternCountsError(pattern)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(error.message.lastIndexOf(': ') + 2) : ''
    return `Invalid regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`
  }
}
