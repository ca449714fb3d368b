import { expect, test } from 'vitest'
import { auditFiles } from '../../src/audit/audit-lines.ts'
import type { AuditEntry } from '../../src/contract/wire/audit.ts'
import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { filterMembers, searchable } from '../../src/team/filter-members.ts'
import { invalidEntries, invitedAddresses, withoutInvited } from '../../src/team/invited-addresses.ts'
import { type Toast, toasts } from '../../src/toasts/toasts.ts'

test.each([
  ['', [], []],
  [' , ,', [], []],
  ['ada@example.com', ['ada@example.com'], []],
  ['Ada+x_y.z-1@Example.com, ada+x_y.z-1@example.com', ['ada+x_y.z-1@example.com'], []],
  ['ada@example.com, grace', ['ada@example.com'], ['grace']],
  ['a@b.c\ngrace@example.com; x y@example.com', ['a@b.c', 'grace@example.com'], ['x y@example.com']],
])('the list %j has the valid addresses %j and the invalid entries %j [A5.1]', (typed, valid, invalid) => {
  expect(invitedAddresses(typed)).toEqual({ valid, invalid })
})

const member = (over: Partial<MemberWithRole>): MemberWithRole =>
  ({ name: 'Ada Lovelace', username: 'ada', email: 'ada@example.com', roleGroup: 'member', ...over }) as MemberWithRole

test('a member matches if every word is in the name, the username or the e-mail address', () => {
  const all = searchable([member({}), member({ name: 'Grace Hopper', username: 'grace', email: null })])
  const found = (search: string) => filterMembers(all, { search, role: '' }).map(({ username }) => username)
  expect(found('LOVE ada@')).toEqual(['ada'])
  expect(found('grace')).toEqual(['grace'])
  expect(found('ada grace')).toEqual([])
  expect(filterMembers(all, { search: '', role: 'owner' })).toEqual([])
})

const entry: AuditEntry = {
  number: 7,
  at: '2026-01-01T00:00:00.000Z',
  action: 'member.removed',
  target: '=HYPERLINK("https://evil.example")',
  actor: { _id: null, name: '-Ada, "the first"' },
  apiKeyName: '@key',
  before: { role: 'viewer' },
  after: null,
  address: '127.0.0.1',
}

test('prefixes formulas in CSV fields with an apostrophe, and doubles quotes', () => {
  expect(auditFiles.csv.line(entry)).toBe(
    `7,2026-01-01T00:00:00.000Z,member.removed,"'=HYPERLINK(""https://evil.example"")","'-Ada, ""the first""",,` +
      `'@key,"{""role"":""viewer""}",,127.0.0.1\r\n`,
  )
  expect(JSON.parse(auditFiles.ndjson.line(entry))).toEqual(entry)
})

const toastAfter = (sent: string[], failed: { email: string; message: string }[]): Toast | undefined =>
  toasts.reduce([], { type: 'api/invitesSettled', sent, failed, isCancelled: false, atMs: 1 })[0]

test('shows an error only if no invitation was sent [A8.9]', () => {
  const failedInvite = { email: 'b@example.com', message: 'This user is already a member.' }
  expect(toastAfter(['a@example.com'], [failedInvite])).toMatchObject({ kind: 'success', message: 'Invitation sent' })
  expect(toastAfter(['a@example.com', 'c@example.com'], [])).toMatchObject({ message: '2 invitations sent' })
  expect(toastAfter([], [failedInvite])).toMatchObject({
    kind: 'error',
    message: 'No invitations were sent. This user is already a member.',
  })
})

test('an invalid entry is reported once it is complete [A2.41]', () => {
  expect(invalidEntries('not-an-addr', true)).toEqual([])
  expect(invalidEntries('not-an-address,', true)).toEqual(['not-an-address'])
  expect(invalidEntries('not-an-address, ok@x.test', true)).toEqual(['not-an-address'])
  expect(invalidEntries('ok@x.test, not-an', true)).toEqual([])
  expect(invalidEntries('ok@x.test, not-an', false)).toEqual(['not-an'])
})

test('removes invited addresses from the typed text in any case, and keeps the others [A2.41]', () => {
  const typed = 'Ada@Example.com, grace@example.com;\nnot an address, mary@example.com'
  expect(withoutInvited(typed, ['ada@example.com', 'mary@example.com'])).toBe('grace@example.com, not an address')
  expect(withoutInvited(typed, [])).toBe('Ada@Example.com, grace@example.com, not an address, mary@example.com')
})
