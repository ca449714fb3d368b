import { delay, mergeMap, of, throwError, timer } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { inviteMembers, removeMembers } from '../../../effects/team/bulk-member-effects.ts'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { toasts } from '../../../src/toasts/toasts.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const organizationId = 'o' as OrganizationId
const emails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`)
const apiError = new Failed({ kind: 'apiError', status: 409, code: 'x', message: 'A member already.', fields: [] })

const invited: Message = { type: 'ui/membersInvited', organizationId, emails, role: 'viewer' }
const removed: Message = {
  type: 'ui/membersRemoved',
  organizationId,
  userIds: ['u1' as UserId, 'u2' as UserId],
}
const left: Message = { type: 'ui/signOutPressed' }

test(
  'given five addresses, when they are invited, then each is its own call, four at a time, with one message for the outcome',
  marbles((m) => {
    const { deps, calls } = effectHarness(fakeWorld(m.scheduler), (_, input) =>
      'userEmail' in input && input.userEmail === 'b@example.com'
        ? throwError(() => apiError)
        : of({}).pipe(delay(10, m.scheduler)),
    )
    const succeeded: Message = {
      type: 'api/invitesSettled',
      sent: ['a@example.com', 'c@example.com', 'd@example.com', 'e@example.com'],
      failed: [{ email: 'b@example.com', message: 'A member already.' }],
      isCancelled: false,
      atMs: 10,
    }
    m.expect(inviteMembers(messagesFrom(m.hot('p', { p: invited })), deps)).toBeObservable('10ms a', { a: succeeded })
    m.flush()
    expect(calls).toEqual([1, 2, 3, 4, 5].map((at) => `inviteMember id-${at}`))
  }),
)

test(
  'given pending invitations, when Send is pressed again or the user signs out, then nothing is sent twice or emitted',
  marbles((m) => {
    const { deps, calls } = effectHarness(fakeWorld(m.scheduler), () => of({}).pipe(delay(10, m.scheduler)))
    const one: Message = { ...invited, emails: ['a@example.com'] }
    const messages = messagesFrom<Message>(m.hot('pp 3ms x', { p: one, x: left }))
    m.expect(inviteMembers(messages, deps)).toBeObservable('-')
    m.flush()
    expect(calls).toHaveLength(1)
  }),
)

test(
  'given five addresses, when the user does not complete step-up, then the rest is cancelled and no failure is reported',
  marbles((m) => {
    const cancelled = new Failed({ kind: 'cancelled' })
    const { deps, calls } = effectHarness(fakeWorld(m.scheduler), () =>
      timer(10, m.scheduler).pipe(mergeMap(() => throwError(() => cancelled))),
    )
    const succeeded = { type: 'api/invitesSettled' as const, sent: [], failed: [], isCancelled: true, atMs: 10 }
    m.expect(inviteMembers(messagesFrom(m.hot('p', { p: invited })), deps)).toBeObservable('10ms a', { a: succeeded })
    m.flush()
    expect(calls).toHaveLength(4)
    expect(toasts.reduce([], succeeded)).toEqual([])
  }),
)

test(
  'given two members, when one cannot be removed, then each outcome is emitted, followed by the end of the batch [A8.10]',
  marbles((m) => {
    const { deps } = effectHarness(fakeWorld(m.scheduler), (_, input) =>
      'userId' in input && input.userId === 'u2' ? throwError(() => apiError) : of({ message: 'Gone' }),
    )
    const input = (userId: string) => ({ id: organizationId, userId: userId as UserId })
    m.expect(removeMembers(messagesFrom(m.hot('p', { p: removed })), deps)).toBeObservable('(ufo)', {
      u: {
        type: 'api/removeMember.succeeded',
        input: input('u1'),
        requestId: 'id-1',
        atMs: 0,
        response: { message: 'Gone' },
      },
      f: {
        type: 'api/removeMember.failed',
        input: input('u2'),
        requestId: 'id-2',
        atMs: 0,
        failure: apiError.failure,
      },
      o: { type: 'api/removalsSettled', userIds: ['u1' as UserId, 'u2' as UserId] },
    })
  }),
)
