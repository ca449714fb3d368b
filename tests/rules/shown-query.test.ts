import { expect, test } from 'vitest'
import { shownQuery } from '../../ui/hooks/use-url-query.ts'

test('given a written query, while React renders an earlier address, then the written one is shown', () => {
  expect(shownQuery({ written: 'find=ab', rendered: '', current: 'find=ab' })).toBe('find=ab')
  expect(shownQuery({ written: 'find=ab', rendered: 'find=a', current: 'find=ab' })).toBe('find=ab')
})

test('given text that was typed, cleared and typed again, when equal earlier addresses are rendered late, then none returns', () => {
  const current = 'find=a'
  const late = ['find=a', 'find=ab', 'find=abc', 'find=ab', 'find=a']
  expect(late.map((rendered) => shownQuery({ written: 'find=a', rendered, current }))).toEqual(late.map(() => 'find=a'))
})

test('given a written query, when the user goes back or follows a link, then its address is shown', () => {
  expect(shownQuery({ written: 'find=ab', rendered: 'state=Active', current: 'state=Active' })).toBe('state=Active')
  expect(shownQuery({ written: 'find=ab', rendered: '', current: '' })).toBe('')
})
