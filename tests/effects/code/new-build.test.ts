import { NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { noticeNewBuild } from '../../../effects/code/notice-new-build.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { effectHarness } from '../effect-harness.ts'

/** Returns the messages after one failed chunk for each server response; `undefined` is a network error. */
const emittedAfter = async (...responses: (Response | undefined)[]): Promise<Message[]> =>
  emittedAfterLoss('ui/chunkLoadFailed', responses)

const emittedAfterLoss = async (
  type: 'ui/chunkLoadFailed' | 'api/contractLost',
  responses: (Response | undefined)[],
): Promise<Message[]> => {
  const world = fakeWorld(new VirtualTimeScheduler())
  const network = {
    online$: of(true),
    fetch: () => {
      const response = responses.shift()
      return response ? Promise.resolve(response) : Promise.reject(new TypeError('Failed to fetch'))
    },
  }
  const { deps } = effectHarness(world, () => NEVER)
  const messages$ = new Subject<Message>()
  const emitted: Message[] = []
  const start = noticeNewBuild('http://localhost:4600/', '/assets/index-own.js')
  const noticing = start(messagesFrom(messages$), { ...deps, world: { ...world, network } }).subscribe((message) =>
    emitted.push(message),
  )
  while (responses.length > 0) {
    messages$.next({ type })
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  noticing.unsubscribe()
  return emitted
}

const naming = (script: string) => new Response(`<script type="module" src="${script}"></script>`)

test('a failed chunk emits nothing while the server has the same build', async () => {
  expect(await emittedAfter(naming('/assets/index-own.js'))).toEqual([])
})

test('an unreachable server emits nothing, and the next failed chunk checks again', async () => {
  const failing = new Response('Bad gateway', { status: 502 })
  expect(await emittedAfter(undefined, failing, naming('/assets/index-newer.js'))).toEqual([
    { type: 'api/buildReplaced' },
  ])
})

test('a part of the contract that a newer build has removed shows that build', async () => {
  expect(await emittedAfterLoss('api/contractLost', [naming('/assets/index-newer.js')])).toEqual([
    { type: 'api/buildReplaced' },
  ])
})
