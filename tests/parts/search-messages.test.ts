import { expect, test } from 'vitest'
import { bytesText, linesText } from '../../ui/instances/logs/log-text.ts'
import { plainLines } from '../../ui/instances/logs/reading/plain-lines.ts'
import { formatMatchCount, searchedOf, serverSearchMessage } from '../../ui/instances/logs/search/search-messages.ts'
import { fieldTime, instantOf } from '../../ui/instances/logs/tools/zone-time.ts'

test('the match count shows the current position and the total', () => {
  expect(formatMatchCount(3401, 12, 'whole')).toBe('12 of 3,401')
  expect(formatMatchCount(3401, null, 'whole')).toBe('3,401 found')
  expect(formatMatchCount(0, null, 'running')).toBe('Searching')
  expect(formatMatchCount(0, null, 'whole')).toBe('No matches')
})

test('the match count shows that there may be more while only a part is searched', () => {
  expect(searchedOf(false, { kind: 'stopped', reason: 'limit', upTo: 9 })).toBe('part')
  expect(searchedOf(true, { kind: 'ended' })).toBe('running')
  expect(formatMatchCount(3401, 12, 'part')).toBe('12 of 3,401+')
  expect(formatMatchCount(3401, null, 'part')).toBe('3,401+ found')
  expect(formatMatchCount(0, null, 'part')).toBe('No matches yet')
})

test('the server search shows its progress, and at its end a message only if it was incomplete', () => {
  const progress = { scanned: 42_900, total: 100_000 }
  expect(serverSearchMessage({ kind: 'running', progress })).toBe('Searching older lines, 42 %')
  expect(serverSearchMessage({ kind: 'running', progress: { ...progress, total: 0 } })).toBe(
    'Searching older lines, 0 %',
  )
  expect(serverSearchMessage({ kind: 'ended' })).toBeNull()
  const left = 'Some lines before 6,001 have not been searched.'
  expect(serverSearchMessage({ kind: 'stopped', reason: 'limit', upTo: 6000 })).toBe(left)
  expect(serverSearchMessage({ kind: 'stopped', reason: 'timedOut', upTo: 6000 })).toBe(
    `The search took too long. ${left}`,
  )
  expect(serverSearchMessage({ kind: 'failed', failure: { kind: 'offline' } })).toContain('No connection')
})

test('formats numbers of lines and bytes', () => {
  expect([1, 3401].map(linesText)).toStrictEqual(['1 line', '3,401 lines'])
  expect([1024 ** 3, 1.5 * 1024 ** 3, 512 * 1024 ** 2].map(bytesText)).toStrictEqual(['1 GiB', '1.5 GiB', '512 MiB'])
})

test('a time field round-trips in UTC and in local time', () => {
  const instant = '2026-11-21T14:03:22.000Z'
  expect(fieldTime(Date.parse(instant), 'utc')).toBe('21/11/2026 14:03:22')
  for (const zone of ['utc', 'local'] as const)
    expect(instantOf(fieldTime(Date.parse(instant), zone), zone)).toBe(instant)
  expect(instantOf('1/2/2026 9:05', 'utc')).toBe('2026-02-01T09:05:00.000Z')
  expect(instantOf('2026-11-21T14:03:22', 'utc')).toBe(instant)
  for (const incomplete of ['', '21/11/2026', '21/11/2026 14', '21/13/2026 14:03', '21/11/2026 25:03', '14:03'])
    expect(instantOf(incomplete, 'utc'), incomplete).toBeNull()
})

test('removes colours from copied text', () => {
  expect(plainLines('\u001b[31mred\u001b[0m tide\nplain')).toBe('red tide\nplain')
})
