import { expect, test } from 'vitest'
import { audienceOf, VISITORS } from '../../src/live/live-audience.ts'

const watching = { 'organization/one': { views: 1, after: 0 } }
const token = (sid: string, exp: number) => `h.${btoa(JSON.stringify({ sid, sub: 'ada', exp }))}.s`

test('a session keeps its live connection when its token is renewed, and another session has another', () => {
  expect(audienceOf(token('one', 1), {})).toBe('one')
  expect(audienceOf(token('one', 2), watching)).toBe('one')
  expect(audienceOf(token('two', 1), watching)).toBe('two')
})

test('without a login there is a live connection only as long as something public is looked at', () => {
  expect(audienceOf(null, {})).toBeNull()
  expect(audienceOf(null, watching)).toBe(VISITORS)
})
