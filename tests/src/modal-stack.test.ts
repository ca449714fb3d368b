import { expect, test } from 'vitest'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Modal, ModalMessage } from '../../src/modals/modal-message.ts'
import { modals, selectModals } from '../../src/modals/modals.ts'

const userId = '00000000-0000-4000-8000-000000000001' as UserId
const invite: Modal = { kind: 'inviteMembers' }
const role: Modal = { kind: 'changeMemberRole', userId }
const leave: Modal = { kind: 'leaveOrganization' }
const opened = (modal: Modal): ModalMessage => ({ type: 'ui/modalOpened', modal })

const after = (...messages: Parameters<typeof modals.reduce>[1][]): Modal[] =>
  selectModals({ modals: messages.reduce(modals.reduce, modals.initial) })

test('dialogs stand on one another, and the latest opened is on top [A2.40]', () => {
  expect(after(opened(invite), opened(role)).at(-1)).toEqual(role)
  expect(after(opened(invite), opened(role), opened(invite))).toEqual([role, invite])
})

test('the top one is closed, a specific one is closed, and all are cleared [A2.40]', () => {
  const three = [opened(invite), opened(role), opened(leave)]
  expect(after(...three, { type: 'ui/modalClosed' })).toEqual([invite, role])
  expect(after(...three, { type: 'ui/modalClosed', kind: 'changeMemberRole' })).toEqual([invite, leave])
  expect(after(...three, { type: 'ui/modalsCleared' })).toEqual([])
  expect(after({ type: 'ui/modalClosed' })).toEqual([])
})

test('a page that is left takes its dialogs along', () => {
  expect(after(opened(invite), { type: 'location/changed', path: '/elsewhere', query: '' })).toEqual([])
})

test('the dialog of invitations stays while one of them failed, and closes once all were sent', () => {
  const answered = (failed: { email: string; words: string }[]) =>
    ({ type: 'api/invitesAnswered', sent: ['a@example.com'], failed, atMs: 0 }) as const
  expect(after(opened(invite), answered([{ email: 'b@example.com', words: 'No.' }]))).toEqual([invite])
  expect(after(opened(invite), answered([]))).toEqual([])
})

test('what was removed is told though its page was left before the answer; a removal that failed is not [A2.40, A2.46]', () => {
  const organizationId = '00000000-0000-4000-8000-000000000002' as OrganizationId
  const ask: Modal = { kind: 'deleteResource', resource: 'Organisation', organizationId, name: 'North Pier' }
  const call = { input: { id: organizationId }, ask: 'press', atMs: 0 } as const
  const asked = { type: 'ui/deleteOrganization.asked', ...call } as const
  const left = { type: 'location/changed', path: '/elsewhere', query: '' } as const
  const answered = { type: 'api/deleteOrganization.answered', ...call, answer: { message: 'ok' } } as const
  const failed = { type: 'api/deleteOrganization.failed', ...call, failure: { kind: 'offline' } } as const
  expect(after(opened(ask), asked, left, answered, left)).toEqual([
    { kind: 'deletedResource', resource: 'Organisation', name: 'North Pier' },
  ])
  expect(after(opened(ask), left)).toEqual([])
  expect(after(opened(ask), asked, failed, left)).toEqual([])
})
