import { asyncScheduler, NEVER, type Observable, of } from 'rxjs'
import { expect, test } from 'vitest'
import { persistDeployDrafts, restoreDeployDrafts } from '../../../effects/instances/persist-deploy-drafts.ts'
import { clearUserData } from '../../../effects/session/stored-session.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import { noDraft } from '../../../src/instances/deploy-drafts.ts'
import type { Message } from '../../../src/message.ts'
import { type FakeWorld, fakeWorld } from '../../fakes/fake-world.ts'
import { effectHarness } from '../effect-harness.ts'

/** Builds a message with only the fields that the slices and the effects read. */
const messageOf = (type: string, more: object) => ({ type, atMs: 0, requestId: null, ...more }) as unknown as Message
const signedIn = (_id: string) =>
  messageOf('api/readProfile.succeeded', {
    response: {
      user: {
        _id,
        organizations: [],
        notifications: { unreadCount: 0, sequence: 0 },
        preferences: { theme: 'default' },
      },
    },
  })
const typed = (projectId: string, change: object): Message => ({
  type: 'ui/deployDraftChanged',
  projectId,
  source: 'image a',
  change,
})

/** A tab of the same browser, where a user is signed in. */
const tabOf = (world: FakeWorld, userId: string) => {
  const { bus, deps } = effectHarness(world, () => NEVER)
  bus.send(signedIn(userId))
  return { bus, deps }
}
const emittedBy = (source$: Observable<Message>): Message[] => {
  const emitted: Message[] = []
  source$.subscribe((message) => emitted.push(message)).unsubscribe()
  return emitted
}

const registry = { registry: 'ghcr.io', username: 'you', password: 'token' }
const change = {
  name: 'mine',
  registry,
  values: { TITLE: 'Who was here' },
  secretValues: { POSTGRES_PASSWORD: 'hidden' },
  extra: [
    { name: 'COLOUR', value: 'teal' },
    { name: 'EMPTY', value: '' },
  ],
  file: {
    text: 'services: { web: { environment: { A: hidden } } }',
    textToStore: 'services: {}',
    isTyped: true,
    form: 'hidden',
    formToStore: 'kept',
  },
  query: '?from=image&image=a',
}
const kept = {
  ...noDraft('image a'),
  name: 'mine',
  registry: { ...registry, password: '' },
  values: { TITLE: 'Who was here' },
  extra: [
    { name: 'COLOUR', value: '', dropped: true },
    { name: 'EMPTY', value: '', dropped: false },
  ],
  file: { text: 'services: {}', textToStore: 'services: {}', isTyped: false, form: 'kept', formToStore: 'kept' },
  query: '?from=image&image=a',
}

test('given a changed draft, when another tab or a later session of the same user begins, then everything is restored except secrets: values of variables, contents of files and passwords', () => {
  const world = fakeWorld(asyncScheduler)
  const { bus, deps } = tabOf(world, 'ada')
  bus.send(typed('p', change))
  emittedBy(persistDeployDrafts(messagesFrom(of(typed('p', change))), deps))
  clearUserData(world)
  expect(JSON.stringify(world.localStorage.keys().map((key) => world.localStorage.get(key)))).not.toContain('hidden')
  const found = (userId: string) => emittedBy(restoreDeployDrafts(messagesFrom(NEVER), tabOf(world, userId).deps))
  expect(found('ada')).toStrictEqual([{ type: 'storage/deployDraftsFound', drafts: { p: kept } }])
  expect(found('bob')).toStrictEqual([])
})

test('given drafts of two projects in two tabs, when one of them is discarded, then the other one stays', () => {
  const world = fakeWorld(asyncScheduler)
  const [one, other] = [tabOf(world, 'ada'), tabOf(world, 'ada')]
  one.bus.send(typed('p', change))
  other.bus.send(typed('q', change))
  const discarded: Message = { type: 'ui/deployDraftDiscarded', projectId: 'p' }
  emittedBy(persistDeployDrafts(messagesFrom(of(typed('p', change))), one.deps))
  emittedBy(persistDeployDrafts(messagesFrom(of(typed('q', change))), other.deps))
  one.bus.send(discarded)
  emittedBy(persistDeployDrafts(messagesFrom(of(discarded)), one.deps))
  const [found] = emittedBy(restoreDeployDrafts(messagesFrom(NEVER), tabOf(world, 'ada').deps))
  expect(found).toMatchObject({ drafts: { q: kept } })
  expect(found).not.toHaveProperty('drafts.p')
})

test('given a stored draft with an invalid shape, when it is restored, then it is ignored', () => {
  const world = fakeWorld(asyncScheduler)
  world.localStorage.set('deploy-drafts-ada', '{"p":{"name":7}}')
  expect(emittedBy(restoreDeployDrafts(messagesFrom(NEVER), tabOf(world, 'ada').deps))).toStrictEqual([])
})
