import { expect, test } from 'vitest'
import type { InviteId, OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Modal, ModalMessage } from '../../src/modals/modal-message.ts'
import { modals, selectModals } from '../../src/modals/modals.ts'

const userId = '00000000-0000-4000-8000-000000000001' as UserId
const invite: Modal = { kind: 'inviteMembers' }
const role: Modal = { kind: 'changeMemberRole', userId }
const leave: Modal = { kind: 'leaveOrganization' }
const opened = (modal: Modal): ModalMessage => ({ type: 'ui/modalOpened', modal })

const after = (...messages: Parameters<typeof modals.reduce>[1][]): Modal[] =>
  selectModals({ modals: messages.reduce(modals.reduce, modals.initial) })

test('dialogs form a stack, and the one opened last is on top [A2.40]', () => {
  expect(after(opened(invite), opened(role)).at(-1)).toEqual(role)
  expect(after(opened(invite), opened(role), opened(invite))).toEqual([role, invite])
})

test('closes the top dialog, a specific one, or all [A2.40]', () => {
  const three = [opened(invite), opened(role), opened(leave)]
  expect(after(...three, { type: 'ui/modalClosed' })).toEqual([invite, role])
  expect(after(...three, { type: 'ui/modalClosed', kind: 'changeMemberRole' })).toEqual([invite, leave])
  expect(after(...three, { type: 'ui/modalsCleared' })).toEqual([])
  expect(after({ type: 'ui/modalClosed' })).toEqual([])
})

test('dialogs close when the page changes', () => {
  expect(after(opened(invite), { type: 'location/changed', path: '/elsewhere', query: '' })).toEqual([])
})

const organizationId = '00000000-0000-4000-8000-000000000002' as OrganizationId
const otherId = '00000000-0000-4000-8000-000000000003'
const invited = { type: 'ui/membersInvited', organizationId, emails: [], role: 'member' } as const

const succeededFor = (call: string, input: object) =>
  ({ type: `api/${call}.succeeded`, input, response: {}, requestId: 'press', atMs: 0 }) as never

test.each<[string, Modal, Parameters<typeof after>[0], Parameters<typeof after>[0]]>([
  [
    'deleting tokens',
    { kind: 'deleteToken', ids: [userId, otherId] },
    succeededFor('deleteApiKeys', { apiKeyIds: [userId, otherId] }),
    succeededFor('deleteApiKeys', { apiKeyIds: [userId] }),
  ],
  [
    'deleting an instance',
    { kind: 'deleteInstance', id: userId },
    succeededFor('deleteInstance', { id: userId }),
    succeededFor('deleteInstance', { id: otherId }),
  ],
  [
    'changing a role',
    role,
    succeededFor('setRoleGroupPermissions', { organizationId, roleGroupName: 'viewer', userId }),
    succeededFor('setRoleGroupPermissions', { organizationId, roleGroupName: 'viewer' }),
  ],
  [
    'saving a configuration',
    {
      kind: 'saveInstanceConfig',
      id: userId,
      base: { number: 1, configuration: { services: [], privateRegistry: null } },
      configuration: { services: [] },
    },
    succeededFor('updateInstance', { id: userId }),
    succeededFor('updateInstance', { id: otherId }),
  ],
  [
    'deleting a cluster',
    { kind: 'deleteCluster', id: userId },
    succeededFor('deleteCluster', { id: userId }),
    succeededFor('deleteCluster', { id: otherId }),
  ],
  [
    'removing an invitation',
    { kind: 'removeInvitedMember', inviteId: userId as unknown as InviteId, email: 'b@example.com' },
    succeededFor('removeInvite', { id: organizationId, inviteId: userId }),
    succeededFor('removeInvite', { id: organizationId, inviteId: otherId }),
  ],
  [
    'removing a registry',
    { kind: 'removeRegistry', address: '0xa1', name: 'Quay names' },
    succeededFor('removeRegistry', { id: organizationId, address: '0xa1' }),
    succeededFor('removeRegistry', { id: organizationId, address: '0xb2' }),
  ],
  [
    'removing members',
    { kind: 'removeMembers', userIds: [userId] },
    { type: 'api/removalsSettled', userIds: [userId] },
    { type: 'api/removalsSettled', userIds: [userId, otherId as UserId] },
  ],
])('a dialog for %s closes with its own response, but not with another one [A2.40]', (_, dialog, own, other) => {
  expect(after(opened(dialog), other)).toEqual([dialog])
  expect(after(opened(dialog), own)).toEqual([])
})

test('redeeming a coupon ends in a dialog with its result, or one over the code that is not valid [P2.24] [P5.8]', () => {
  const adding = opened({ kind: 'addCredit' })
  const redeemed = { response: { status: 'Success', amount: 5 } }
  const succeeded = { ...(succeededFor('activateCoupon', {}) as object), ...redeemed } as never
  expect(after(adding, succeeded)).toEqual([{ kind: 'redeemLongshoreCredit', status: 'Success', amount: 5 }])
  const failed = (code: string) =>
    ({
      type: 'api/activateCoupon.failed',
      input: {},
      failure: { kind: 'apiError', status: 400, code, message: 'Not valid.', fields: [] },
    }) as never
  expect(after(adding, failed('invalidCoupon'))).toEqual([
    { kind: 'addCredit' },
    { kind: 'invalidCoupon', message: 'Not valid.' },
  ])
  expect(after(adding, failed('invalidCaptcha')), 'a toast shows it').toEqual([{ kind: 'addCredit' }])
})

test('the dialog of a bulk action stays open for its results [P2.27]', () => {
  const bulk: Modal = { kind: 'bulkAction', action: 'delete', organizationId, instances: [] }
  const done = succeededFor('deleteInstances', { organizationId, instanceIds: [] })
  expect(after(opened(bulk), done)).toEqual([bulk])
})

test('the dialog for leaving stays open while another member is removed', () => {
  const input = { id: organizationId, userId }
  const removed = succeededFor('removeMember', input)
  expect(after(opened(leave), removed)).toEqual([leave])
  expect(after(opened(leave), { type: 'ui/removeMember.requested', input, requestId: 'press' }, removed)).toEqual([])
})

test('the invitation dialog stays open if an invitation fails, and closes when all are sent', () => {
  const succeeded = (failed: { email: string; message: string }[]) =>
    ({ type: 'api/invitesSettled', sent: ['a@example.com'], failed, isCancelled: false, atMs: 0 }) as const
  const pending: Modal = { ...invite, pending: true }
  expect(after(opened(invite), invited, succeeded([{ email: 'b@example.com', message: 'No.' }]))).toEqual([pending])
  expect(after(opened(invite), invited, succeeded([]))).toEqual([])
  expect(after(opened(invite), invited, opened(invite), succeeded([]))).toEqual([invite])
  expect(after(opened(invite), invited, { ...succeeded([]), sent: [], isCancelled: true })).toEqual([pending])
})

test('confirms a deletion even if the page was left before the response, but not a failed one [A2.40, A2.46]', () => {
  const requestId: Modal = { kind: 'deleteResource', resource: 'Organisation', organizationId, name: 'North Pier' }
  const call = { input: { id: organizationId }, requestId: 'press', atMs: 0 } as const
  const pending = { type: 'ui/deleteOrganization.requested', ...call } as const
  const left = { type: 'location/changed', path: '/elsewhere', query: '' } as const
  const succeeded = { type: 'api/deleteOrganization.succeeded', ...call, response: { message: 'ok' } } as const
  const failed = { type: 'api/deleteOrganization.failed', ...call, failure: { kind: 'offline' } } as const
  expect(after(opened(requestId), pending, left, succeeded, left)).toEqual([
    { kind: 'deletedResource', resource: 'Organisation', name: 'North Pier' },
  ])
  const other = { input: { id: otherId as OrganizationId }, requestId: 'press', atMs: 0 } as const
  expect(after(opened(requestId), { ...succeeded, ...other })).toEqual([requestId])
  expect(after(opened(requestId), left)).toEqual([])
  expect(after(opened(requestId), pending, failed, left)).toEqual([])
})
