import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { openNewOrganization } from '../../effects/navigate.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const answered = (ask: string, username: string) =>
  ({
    type: 'api/createOrganization.answered',
    answer: { organization: { profile: { username } } },
    ask,
  }) as unknown as Message
const asked = (ask: string) => ({ type: 'ui/createOrganization.asked', input: { name: 'x' }, ask }) as Message

const run = (m: Marbles, heard: string, path = '/onboarding') => {
  const world = fakeWorld(m.scheduler, { path })
  const { deps } = bench(world, () => NEVER)
  const wentAtMs: number[] = []
  const { go } = world.location
  world.location.go = (to) => {
    wentAtMs.push(m.scheduler.now())
    go(to)
  }
  const heard$ = m.hot(heard, { p: asked('1'), q: asked('2'), a: answered('1', 'pier'), b: answered('2', 'quay') })
  m.expect(openNewOrganization(messagesFrom(heard$), deps)).toBeObservable('-')
  m.flush()
  return { deeds: world.deeds, wentAtMs }
}

test(
  'given a fast server, when an organisation is made, then its dashboard opens 6 s after the press [A4.6, A9.2]',
  marbles((m) => {
    expect(run(m, 'pa')).toStrictEqual({ deeds: ['go /pier/dashboard'], wentAtMs: [6000] })
  }),
)

test(
  'given a slow server, when an organisation is made, then its dashboard opens with the answer',
  marbles((m) => {
    expect(run(m, 'p 8999ms a')).toStrictEqual({ deeds: ['go /pier/dashboard'], wentAtMs: [9000] })
  }),
)

test(
  'given a name that was refused, when another is tried, then only its dashboard opens, 6 s after its press',
  marbles((m) => {
    expect(run(m, 'p 3999ms q b')).toStrictEqual({ deeds: ['go /quay/dashboard'], wentAtMs: [10_000] })
  }),
)

test(
  'given a person who went elsewhere meanwhile, when the organisation is there, then they stay',
  marbles((m) => {
    expect(run(m, 'pa', '/harbour/dashboard').deeds).toStrictEqual([])
  }),
)
