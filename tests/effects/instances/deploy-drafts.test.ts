import { asyncScheduler, NEVER, type Observable } from 'rxjs'
import { expect, test } from 'vitest'
import { persistDeployDrafts } from '../../../effects/instances/persist-deploy-drafts.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import { noDraft } from '../../../src/instances/deploy-drafts.ts'
import type { Message } from '../../../src/message.ts'
import { consoleStorage } from '../../../streams/console-storage.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const emittedBy = (source$: Observable<Message>): Message[] => {
  const emitted: Message[] = []
  source$.subscribe((message) => emitted.push(message))
  return emitted
}

test(
  'given a changed deploy draft, when the page is reloaded, then everything is restored except secrets: values of variables and the registry’s password',
  marbles((m) => {
    const world = fakeWorld(m.scheduler)
    const { bus, deps } = effectHarness(world, () => NEVER)
    const registry = { registry: 'ghcr.io', username: 'you', password: 'token' }
    const typed: Message = {
      type: 'ui/deployDraftChanged',
      projectId: 'p',
      source: 'image a',
      change: {
        name: 'mine',
        registry,
        values: { TITLE: 'Who was here' },
        secretValues: { POSTGRES_PASSWORD: 'hidden' },
        extra: [
          { name: 'COLOUR', value: 'teal' },
          { name: 'EMPTY', value: '' },
        ],
      },
    }
    bus.send(typed)
    m.expect(persistDeployDrafts(messagesFrom(m.hot('-m', { m: typed })), deps)).toBeObservable('-')
    m.flush()
    const kept = {
      ...noDraft('image a'),
      name: 'mine',
      registry: { ...registry, password: '' },
      values: { TITLE: 'Who was here' },
      extra: [
        { name: 'COLOUR', value: '', dropped: true },
        { name: 'EMPTY', value: '', dropped: false },
      ],
    }
    expect(emittedBy(consoleStorage(world))).toStrictEqual([{ type: 'storage/deployDraftsFound', drafts: { p: kept } }])
  }),
)

test('a stored draft with an invalid shape is ignored', () => {
  const world = fakeWorld(asyncScheduler)
  world.sessionStorage.set('deploy-drafts', '{"p":{"name":7}}')
  expect(emittedBy(consoleStorage(world))).toStrictEqual([])
})
