import type { LogQuery } from './log-book.ts'

/** Why a pattern cannot be searched for, in words, before anybody is asked to. */
export const patternFault = ({ as, find }: Pick<LogQuery, 'as' | 'find'>): string | null => {
  if (as === 'text') return null
  try {
    new RegExp(find)
    return null
  } catch (error) {
    const words = error instanceof Error ? error.message.split(': ').at(-1) : undefined
    return `Not a pattern${words ? `: ${words.toLowerCase()}` : ''}.`
  }
}
