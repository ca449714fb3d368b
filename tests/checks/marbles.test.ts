import { delay, map } from 'rxjs'
import { expect, test } from 'vitest'
import { marbles } from '../marbles.ts'

test(
  'a matching diagram passes, in virtual time',
  marbles((m) => {
    const source$ = m.hot('a')
    m.expect(source$.pipe(delay(25_000))).toBeObservable('25s a')
  }),
)

test('a diagram that does not match fails', () => {
  const wrong = marbles((m) => {
    m.expect(m.hot('a').pipe(map(() => 'b'))).toBeObservable('a')
  })
  expect(wrong).toThrow(/to strictly equal/)
})
