import { expect, test } from 'vitest'
import { queriesInvalidatedByEvent } from '../../src/calls/invalidation.ts'
import type { Queries } from '../../src/calls/queries.ts'
import { queries, selectQuery } from '../../src/calls/queries.ts'
import type { QueryName } from '../../src/contract/contract.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { defaultPermissions } from '../../src/rules/roles.ts'

const orgId = 'o' as never

const after = (...messages: object[]): Queries =>
  messages.reduce<Queries>((state, message) => queries.reduce(state, message as never), queries.initial)

const known = (name: QueryName, input: object, response: object) => [
  { type: `ui/${name}.subscribed`, input },
  { type: `api/${name}.succeeded`, input, response, atMs: 1 },
]

test('saved billing details are shown before they are refetched', () => {
  const saved = { companyName: 'North Pier Ltd' }
  const state = after(...known('readBillingDetails', { orgId }, { billingDetails: null }), {
    type: 'api/createBillingDetails.succeeded',
    input: { organizationId: orgId, ...saved },
    response: { billingDetails: saved },
    requestId: null,
    atMs: 2,
  })
  const data = selectQuery('readBillingDetails', { orgId })({ queries: state })
  expect(lastLoaded(data)?.value).toEqual({ billingDetails: saved })
})

test('saving a role’s permissions patches them, null restores the defaults; assigning a role patches nothing', () => {
  const rolePermissions = { ...defaultPermissions, viewer: ['organization.read', 'audit.read'] }
  const roles = known('readRole', { orgId }, { roleGroup: 'owner', permissions: [], rolePermissions })
  const permissionsAfter = (input: object) => {
    const succeeded = {
      type: 'api/setRoleGroupPermissions.succeeded',
      input: { organizationId: orgId, ...input },
      requestId: null,
    }
    const data = selectQuery('readRole', { orgId })({ queries: after(...roles, succeeded) })
    return lastLoaded(data)?.value.rolePermissions.viewer
  }
  expect(permissionsAfter({ roleGroupName: 'viewer', permissions: ['billing.read'] })).toEqual([
    'organization.read',
    'billing.read',
  ])
  expect(permissionsAfter({ roleGroupName: 'viewer', permissions: null })).toEqual(defaultPermissions.viewer)
  expect(permissionsAfter({ roleGroupName: 'viewer', userId: 'u' })).toEqual(['organization.read', 'audit.read'])
})

test('a response does not create a query that was not read', () => {
  const response = { notificationCategories: [] }
  expect(
    after({ type: 'api/saveNotificationConfig.succeeded', input: { id: orgId }, response, requestId: null }),
  ).toEqual({})
})

test('the response to a deployment fills the query of its instance', () => {
  const instance = { _id: 'i', revision: 1 }
  const state = after({
    type: 'api/createInstance.succeeded',
    input: { projectId: 'p' },
    response: { computeProjectId: 'p', computeInstanceId: 'i', instance },
    requestId: null,
    atMs: 7,
  })
  expect(selectQuery('readInstance', { id: 'i' as never })({ queries: state })).toEqual({
    kind: 'loaded',
    value: { instance },
    atMs: 7,
  })
})

test('a change of funds, and of what an organisation uses, reads anew when its credit ends', () => {
  expect(queriesInvalidatedByEvent({ kind: 'fundsChanged' })).toEqual(['readOverdue'])
  const changes = { topupReport: {} }
  for (const event of [{ kind: 'projectChanged', changes }, { kind: 'volumeRemoved' }, { kind: 'snapshotsChanged' }])
    expect(queriesInvalidatedByEvent(event as OrganizationEvent), event.kind).toContain('readOverdue')
})
