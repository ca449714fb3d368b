import { configure } from 'rxjs-marbles/marbles.js'
import { expect } from 'vitest'

/** Marble diagrams in virtual time; a difference is reported by vitest's own comparison. */
export const { marbles } = configure({
  run: true,
  frameworkMatcher: true,
  assertDeepEqual: (actual, expected) => expect(actual).toStrictEqual(expected),
})
