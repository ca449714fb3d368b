import { expect, test } from 'vitest'
import { crashMessage } from '../../src/code/crash-message.ts'
import { failureMessage } from '../../src/core/failure.ts'

test.each([
  'Failed to fetch',
  'TypeError: NetworkError when attempting to fetch resource.',
  'Load failed',
  'Failed to fetch dynamically imported module: https://example.org/assets/a.js',
])('a crash page says %s in plain words', (message) => {
  expect(crashMessage(new TypeError(message))).toBe(
    'A part of this page could not be loaded. Check your connection, then reload the page.',
  )
})

test('other errors keep their own words, and no failure of a call has those of a browser', () => {
  expect(crashMessage(new Error('x is not a function'))).toBe('x is not a function')
  expect(crashMessage('odd')).toBe('odd')
  for (const kind of ['offline', 'timedOut', 'unreadable', 'cancelled'] as const)
    expect(crashMessage(failureMessage({ kind }))).toBe(failureMessage({ kind }))
})
