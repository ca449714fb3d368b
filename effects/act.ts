import { EMPTY, mergeMap, type OperatorFunction } from 'rxjs'

/** Ends a pipe whose consequence lies outside the bus: a page left, a value kept, a word to other tabs. */
export const act = <T>(consequence: (value: T) => void): OperatorFunction<T, never> =>
  mergeMap((value) => {
    consequence(value)
    return EMPTY
  })
