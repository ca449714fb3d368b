import { NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { readSystemStatus } from '../../../effects/status/read-system-status.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { configurationOf } from '../../fakes/configuration.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { effectHarness } from '../effect-harness.ts'

/** The responses of the status page in order; `undefined` is a network error. */
const watch = async (responses: (Response | undefined)[], periods: number, address: string | null = '/status') => {
  const scheduler = new VirtualTimeScheduler()
  const requests: { url: string; credentials: string }[] = []
  const world = fakeWorld(scheduler)
  const network = {
    online$: of(true),
    fetch: async (request: Request) => {
      requests.push({ url: request.url, credentials: request.credentials })
      const response = responses[requests.length - 1]
      if (!response) throw new TypeError('Failed to fetch')
      return response
    },
  }
  const { deps } = effectHarness(world, () => NEVER)
  const emitted: Message[] = []
  const messages$ = new Subject<Message>()
  const watching = readSystemStatus(messagesFrom(messages$), { ...deps, world: { ...world, network } }).subscribe(
    (message) => emitted.push(message),
  )
  const response = configurationOf({ statusPage: address })
  messages$.next({ type: 'api/readConfig.succeeded', input: {}, response, atMs: 0, requestId: null })
  for (let period = 0; period < periods; period += 1) {
    scheduler.maxFrames = period * 300_000
    scheduler.flush()
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  watching.unsubscribe()
  return { emitted: emitted.map((message) => (message.type === 'api/statusRead' ? message.status : null)), requests }
}

const page = (indicator: string) => Response.json({ status: { indicator, description: `It is ${indicator}` } })

test('the status page is requested at once and every five minutes, without the user’s cookies [A7.43, A2.29]', async () => {
  const { emitted, requests } = await watch([page('none'), page('critical')], 2)
  expect(emitted).toEqual([
    { indicator: 'none', description: 'It is none' },
    { indicator: 'critical', description: 'It is critical' },
  ])
  expect(requests).toEqual(Array(2).fill({ url: 'http://localhost:4600/status', credentials: 'omit' }))
})

test('an unreadable status counts as major, and the next request is still made [A4.15]', async () => {
  const unread = { indicator: 'major', description: 'Error ocurred' }
  const responses = [undefined, new Response('', { status: 500 }), Response.json({ status: 'fine' }), page('minor')]
  expect((await watch(responses, 4)).emitted).toEqual([
    unread,
    unread,
    unread,
    { indicator: 'minor', description: 'It is minor' },
  ])
})

test('an installation without a status page requests nothing', async () => {
  expect((await watch([page('none')], 2, null)).requests).toEqual([])
})
