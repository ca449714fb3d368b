import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import {
  persistOrganization,
  redirectFromLostOrganization,
} from '../../../effects/organizations/current-organization.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { storageKeys } from '../../../src/session/storage-keys.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const organization = (id: string) => ({ _id: id, profile: { username: id } })
/** Builds a message with only the fields that the slice and the effect read. */
const messageOf = (type: string, more: object) => ({ type, atMs: 0, requestId: null, ...more }) as unknown as Message
const profile = (...ids: string[]) =>
  messageOf('api/readProfile.succeeded', {
    response: {
      user: {
        _id: 'ada',
        organizations: ids.map(organization),
        notifications: { unreadCount: 0, sequence: 0 },
        preferences: { theme: 'default' },
      },
    },
  })
const deleted = (id: string) => messageOf('api/deleteOrganization.succeeded', { input: { id } })
const removed = (id: string, userId: string) => messageOf('api/removeMember.succeeded', { input: { id, userId } })

for (const [title, before, message, recordedCalls, kept] of [
  [
    'one of two is deleted, then the other opens',
    profile('pier', 'quay'),
    deleted('pier'),
    ['go /quay/dashboard'],
    null,
  ],
  [
    'another one is deleted while the next is open, then the next stays stored',
    profile('pier'),
    deleted('quay'),
    ['go /pier/dashboard'],
    'pier',
  ],
  ['the last one is deleted, then onboarding opens', profile('pier'), deleted('pier'), ['go /onboarding'], null],
  [
    'the user leaves one, then the other opens',
    profile('pier', 'quay'),
    removed('pier', 'ada'),
    ['go /quay/dashboard'],
    null,
  ],
  ['another member is removed, then nothing happens', profile('pier', 'quay'), removed('pier', 'grace'), [], 'pier'],
] as const)
  test(
    `given the user’s organisations, when ${title} [A4.7]`,
    marbles((m) => {
      const world = fakeWorld(m.scheduler, { kept: { [storageKeys.organization]: 'pier' } })
      const { bus, deps } = effectHarness(world, () => NEVER)
      bus.send(before)
      bus.send(message)
      m.expect(redirectFromLostOrganization(messagesFrom(m.hot('h', { h: message })), deps)).toBeObservable('-')
      m.flush()
      expect(world.recordedCalls).toEqual(recordedCalls)
      expect(world.localStorage.get(storageKeys.organization)).toBe(kept)
    }),
  )

test(
  'given a user who signs out, when they sign in again, then their current organisation is stored again [A9.7]',
  marbles((m) => {
    const world = fakeWorld(m.scheduler)
    const { bus, deps } = effectHarness(world, () => NEVER)
    bus.listen(persistOrganization(bus.messages, deps))
    const kept = () => world.localStorage.get(storageKeys.organization)
    const arrive = () => {
      bus.send(profile('pier', 'quay'))
      bus.send(messageOf('ui/organizationOpened', { username: 'pier' }))
    }
    arrive()
    expect(kept()).toBe('pier')
    bus.send(messageOf('ui/signOutPressed', {}))
    world.localStorage.remove(storageKeys.organization)
    bus.send(messageOf('tab/signedIn', { token: 'fresh' }))
    arrive()
    bus.send(profile('pier', 'quay'))
    expect(kept()).toBe('pier')
    expect(world.recordedCalls).toHaveLength(2)
  }),
)

test(
  'given an organisation that was selected here and another in another tab, when it is selected again, then it is stored and broadcast again [A4.5]',
  marbles((m) => {
    const world = fakeWorld(m.scheduler)
    const { bus, deps } = effectHarness(world, () => NEVER)
    bus.listen(persistOrganization(bus.messages, deps))
    const select = (username: string) => bus.send(messageOf('ui/organizationSelected', { username, name: username }))
    bus.send(profile('pier', 'quay'))
    select('quay')
    world.localStorage.set(storageKeys.organization, 'pier')
    bus.send(messageOf('tab/organizationSelected', { id: 'pier' }))
    select('quay')
    expect(world.localStorage.get(storageKeys.organization)).toBe('quay')
    expect(world.recordedCalls).toHaveLength(2)
  }),
)
