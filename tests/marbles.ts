import { configure } from 'rxjs-marbles/marbles.js'
import { expect } from 'vitest'

/** Runs a marble diagram in virtual time; vitest reports the differences. */
export const { marbles } = configure({
  run: true,
  frameworkMatcher: true,
  assertDeepEqual: (actual, expected) => expect(actual).toStrictEqual(expected),
})
