import { expect, test } from 'vitest'
import { roleGroups } from '../../src/contract/wire/role.ts'
import { roleLabel } from '../../src/rules/roles.ts'

test('roles are shown as labels, also one of a newer version', () => {
  expect(roleGroups.map(roleLabel)).toStrictEqual(['Owner', 'Admin', 'Member', 'Billing', 'Viewer'])
  expect(roleLabel('auditor')).toBe('Auditor')
})
