/** Letters of the code that a person compares: no vowels, so that none spells a word, and none that is read as another. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const USER_CODE_LENGTH = 8

/** A code as it is kept, however it was typed: in lower case, with hyphens, with spaces. */
export const plainUserCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

export const isUserCode = (code: string): boolean =>
  code.length === USER_CODE_LENGTH && [...code].every((letter) => USER_CODE_LETTERS.includes(letter))

/** As it is shown: `BCDF-GHJK`. */
export const formatUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
