import { expect, test } from 'vitest'
import { audienceOf, VISITORS } from '../../src/live/live-audience.ts'

const watching = { 'organization/one': { views: 1, after: 0 } }
const token = (sid: string, exp: number) => `h.${btoa(JSON.stringify({ sid, sub: 'ada', exp }))}.s`

test('a session keeps its audience when its token is renewed, and another session has its own', () => {
  expect(audienceOf(token('one', 1), {})).toBe('one')
  expect(audienceOf(token('one', 2), watching)).toBe('one')
  expect(audienceOf(token('two', 1), watching)).toBe('two')
})

test('visitors have an audience only while they watch a topic', () => {
  expect(audienceOf(null, {})).toBeNull()
  expect(audienceOf(null, watching)).toBe(VISITORS)
})
