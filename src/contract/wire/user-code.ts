/** Letters of the code that the user compares: no vowels, so that no code spells a word, and no ambiguous letters. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const USER_CODE_LENGTH = 8

/** Normalises a typed code: upper case, without hyphens and spaces. */
export const plainUserCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

export const isUserCode = (code: string): boolean =>
  code.length === USER_CODE_LENGTH && [...code].every((letter) => USER_CODE_LETTERS.includes(letter))

/** Formats a code for display: `BCDF-GHJK`. */
export const formatUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
