import { expect, test } from 'vitest'
import type { Overdue } from '../../../src/contract/wire/money/overdue.ts'
import { fundsBanner } from '../../../src/rules/funds/funds-banner.ts'
import { noticeText } from '../../../src/rules/funds/notice-text.ts'

const at = '2026-03-29T12:00:00.000Z'
const banner = (funds: Partial<Overdue['funds']>) =>
  fundsBanner({ phase: 'funded', endsAt: null, stopsAt: null, dataUntil: null, ...funds }, (ms) =>
    new Date(ms).toISOString(),
  )

test.each<[string, Partial<Overdue['funds']>, string | undefined]>([
  ['enough credit', { endsAt: at }, undefined],
  ['low, while nothing costs anything', { phase: 'low' }, undefined],
  ['low', { phase: 'low', endsAt: at }, `The balance ends on ${at}`],
  ['grace', { phase: 'grace', stopsAt: at }, 'The balance is used up'],
  ['stopped', { phase: 'stopped', dataUntil: at }, 'Everything is stopped'],
  ['removed', { phase: 'removed' }, 'Everything is stopped'],
])('the title of the banner: %s', (_, funds, title) => {
  expect(banner(funds)?.title).toBe(title)
})

test('the banner names each deadline, and no deletion where nothing is kept', () => {
  expect(banner({ phase: 'grace', stopsAt: at })?.text).toContain(at)
  expect(banner({ phase: 'stopped', dataUntil: at })?.text).toContain(`until ${at}`)
  expect(banner({ phase: 'stopped' })?.text).not.toMatch(/volume/i)
  expect(banner({ phase: 'removed' })?.text).toContain('were deleted')
})

test('notices name their times in UTC, also on the day on which clocks change', () => {
  const untilMs = Date.parse('2026-03-29T03:30:00+02:00')
  expect(noticeText({ kind: 'grace', untilMs }).message).toMatch(/29 March 2026(,| at) 01:30 UTC/)
  expect(noticeText({ kind: 'stopped', removalMs: null }).message).not.toMatch(/volume/i)
})
