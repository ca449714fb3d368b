import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { openNewOrganization } from '../../../effects/organizations/open-new-organization.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const succeeded = (requestId: string, username: string) =>
  ({
    type: 'api/createOrganization.succeeded',
    response: { organization: { profile: { username } } },
    requestId,
  }) as unknown as Message
const requested = (requestId: string) =>
  ({ type: 'ui/createOrganization.requested', input: { name: 'x' }, requestId }) as Message

const run = (m: Marbles, diagram: string, path = '/onboarding') => {
  const world = fakeWorld(m.scheduler, { path })
  const { deps } = effectHarness(world, () => NEVER)
  const wentAtMs: number[] = []
  const { go } = world.location
  world.location.go = (to) => {
    wentAtMs.push(m.scheduler.now())
    go(to)
  }
  const message$ = m.hot(diagram, {
    p: requested('1'),
    q: requested('2'),
    a: succeeded('1', 'pier'),
    b: succeeded('2', 'quay'),
  })
  m.expect(openNewOrganization(messagesFrom(message$), deps)).toBeObservable('-')
  m.flush()
  return { recordedCalls: world.recordedCalls, wentAtMs }
}

test(
  'given a fast server, when an organisation is created, then its dashboard opens 6 s after the press [A4.6, A9.2]',
  marbles((m) => {
    expect(run(m, 'pa')).toStrictEqual({ recordedCalls: ['go /pier/dashboard'], wentAtMs: [6000] })
  }),
)

test(
  'given a slow server, when an organisation is created, then its dashboard opens with the response',
  marbles((m) => {
    expect(run(m, 'p 8999ms a')).toStrictEqual({ recordedCalls: ['go /pier/dashboard'], wentAtMs: [9000] })
  }),
)

test(
  'given a first attempt without a success, when another name is submitted, then only its dashboard opens, 6 s after its press',
  marbles((m) => {
    expect(run(m, 'p 3999ms q b')).toStrictEqual({ recordedCalls: ['go /quay/dashboard'], wentAtMs: [10_000] })
  }),
)

test(
  'given a user who navigated away, when the organisation is created, then they stay',
  marbles((m) => {
    expect(run(m, 'pa', '/harbour/dashboard').recordedCalls).toStrictEqual([])
  }),
)
