import { describe, expect, test } from 'vitest'
import { auditResult } from '../../scripts/supply-chain/audit-result.ts'
import { isAllowed, readLicences } from '../../scripts/supply-chain/licences.ts'
import { projectFiles } from './project-files.ts'

test('every dependency has an allowed licence', () => {
  const [lock] = projectFiles(/^package-lock\.json$/)
  const licences = readLicences(JSON.parse(lock?.text ?? ''))
  expect(licences.length).toBeGreaterThan(300)
  expect(licences.filter(({ isAllowed }) => !isAllowed)).toEqual([])
})

test('a copyleft, an unknown or an invented licence is rejected, and tools may have more licences than shipped packages', () => {
  const read = (license: string | undefined, dev: boolean) =>
    readLicences({ packages: { '': {}, 'node_modules/not-installed': { ...(license && { license }), dev } } })[0]
  expect(read('GPL-3.0-only', false)).toMatchObject({ isAllowed: false, isShipped: true })
  expect(read(undefined, false)).toMatchObject({ licence: 'unknown', isAllowed: false })
  expect(read('MPL-2.0', false)).toMatchObject({ isAllowed: false })
  expect(read('MPL-2.0', true)).toMatchObject({ isAllowed: true, isShipped: false })
})

test('a licence that only a readme grants counts for that version alone', () => {
  const read = (version: string) =>
    readLicences({ packages: { '': {}, 'node_modules/only': { version, dev: true } } })[0]?.licence
  expect(read('0.0.2')).toBe('MIT')
  expect(read('9.9.9')).toBe('unknown')
})

test('one licence of a choice has to be allowed, and every licence of a combination', () => {
  const allowed = new Set(['MIT', 'ISC'])
  expect(isAllowed('(MIT OR GPL-3.0-only)', allowed)).toBe(true)
  expect(isAllowed('MIT AND ISC', allowed)).toBe(true)
  expect(isAllowed('MIT AND GPL-3.0-only', allowed)).toBe(false)
  expect(isAllowed('(MIT OR ISC) AND GPL-3.0-only', allowed)).toBe(false)
})

describe('an audit', () => {
  test('is counted by severity', () => {
    const vulnerabilities = { info: 0, low: 1, moderate: 0, high: 2, critical: 0, total: 3 }
    expect(auditResult(JSON.stringify({ metadata: { vulnerabilities } }))).toEqual({
      kind: 'checked',
      counts: { low: 1, high: 2 },
    })
  })

  test.each([
    { of: 'a registry without it', output: JSON.stringify({ message: '405 Method Not Allowed - POST /advisories' }) },
    { of: 'no connection', output: JSON.stringify({ error: { summary: 'request failed' } }) },
    { of: 'an answer that is not JSON', output: '<html>' },
  ])('is unavailable with a reason for $of', ({ output }) => {
    expect(auditResult(output)).toEqual({ kind: 'unavailable', reason: expect.stringMatching(/^[\w ]+$/) })
  })
})
