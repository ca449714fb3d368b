import { expect, test } from 'vitest'
import { type Reads, reads, selectRead } from '../../src/calls/reads.ts'
import type { ReadName } from '../../src/contract/contract.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { usualPermissions } from '../../src/rules/roles.ts'

const orgId = 'o' as never

const after = (...messages: object[]): Reads =>
  messages.reduce<Reads>((state, message) => reads.reduce(state, message as never), reads.initial)

const known = (name: ReadName, input: object, answer: object) => [
  { type: `ui/${name}.wanted`, input },
  { type: `api/${name}.answered`, input, answer, atMs: 1 },
]

test('billing details that were saved are what is shown, before they are read again', () => {
  const saved = { companyName: 'North Pier Ltd' }
  const state = after(...known('readBillingDetails', { orgId }, { billingDetails: null }), {
    type: 'api/createBillingDetails.answered',
    input: { organizationId: orgId, ...saved },
    answer: { billingDetails: saved },
    ask: null,
    atMs: 2,
  })
  const data = selectRead('readBillingDetails', { orgId })({ reads: state })
  expect(lastLoaded(data)?.value).toEqual({ billingDetails: saved })
})

test('what a role may is what was saved of it, and null is the usual; giving somebody a role changes no role', () => {
  const rolePermissions = { ...usualPermissions, viewer: ['organization.read', 'audit.read'] }
  const roles = known('readRole', { orgId }, { roleGroup: 'owner', permissions: [], rolePermissions })
  const told = (input: object) => {
    const said = { type: 'api/setRoleGroupPermissions.answered', input: { organizationId: orgId, ...input }, ask: null }
    const data = selectRead('readRole', { orgId })({ reads: after(...roles, said) })
    return lastLoaded(data)?.value.rolePermissions.viewer
  }
  expect(told({ roleGroupName: 'viewer', permissions: ['billing.read'] })).toEqual([
    'organization.read',
    'billing.read',
  ])
  expect(told({ roleGroupName: 'viewer', permissions: null })).toEqual(usualPermissions.viewer)
  expect(told({ roleGroupName: 'viewer', userId: 'u' })).toEqual(['organization.read', 'audit.read'])
})

test('what nobody has read is not made up', () => {
  const answer = { notificationCategories: [] }
  expect(after({ type: 'api/saveNotificationConfig.answered', input: { id: orgId }, answer, ask: null })).toEqual({})
})
