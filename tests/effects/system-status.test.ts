import { NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { readSystemStatus } from '../../effects/read-system-status.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { configurationOf } from '../fakes/configuration.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { bench } from './lane-bench.ts'

/** The status page's answers in turn; what is not there is a network that fails. */
const watch = async (answers: (Response | undefined)[], periods: number, address: string | null = '/status') => {
  const scheduler = new VirtualTimeScheduler()
  const asked: { url: string; credentials: string }[] = []
  const world = fakeWorld(scheduler)
  const network = {
    online$: of(true),
    fetch: async (request: Request) => {
      asked.push({ url: request.url, credentials: request.credentials })
      const answer = answers[asked.length - 1]
      if (!answer) throw new TypeError('Failed to fetch')
      return answer
    },
  }
  const { deps } = bench(world, () => NEVER)
  const said: Message[] = []
  const messages$ = new Subject<Message>()
  const watching = readSystemStatus(messagesFrom(messages$), { ...deps, world: { ...world, network } }).subscribe(
    (message) => said.push(message),
  )
  const answer = configurationOf({ statusPage: address })
  messages$.next({ type: 'api/readConfig.answered', input: {}, answer, atMs: 0, ask: null })
  for (let period = 0; period < periods; period += 1) {
    scheduler.maxFrames = period * 300_000
    scheduler.flush()
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  watching.unsubscribe()
  return { said: said.map((message) => (message.type === 'api/statusRead' ? message.status : null)), asked }
}

const page = (indicator: string) => Response.json({ status: { indicator, description: `It is ${indicator}` } })

test('the status page is asked at once and every five minutes, without the person’s cookies [A7.43, A2.29]', async () => {
  const { said, asked } = await watch([page('none'), page('critical')], 2)
  expect(said).toEqual([
    { indicator: 'none', description: 'It is none' },
    { indicator: 'critical', description: 'It is critical' },
  ])
  expect(asked).toEqual(Array(2).fill({ url: 'http://localhost:4600/status', credentials: 'omit' }))
})

test('a status that cannot be read is a major one, and the next time it is asked again [A4.15]', async () => {
  const unread = { indicator: 'major', description: 'Error ocurred' }
  const answers = [undefined, new Response('', { status: 500 }), Response.json({ status: 'fine' }), page('minor')]
  expect((await watch(answers, 4)).said).toEqual([
    unread,
    unread,
    unread,
    { indicator: 'minor', description: 'It is minor' },
  ])
})

test('an installation without a status page asks nobody', async () => {
  expect((await watch([page('none')], 2, null)).asked).toEqual([])
})
