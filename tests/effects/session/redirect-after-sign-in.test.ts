import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import type { Effect } from '../../../effects/deps.ts'
import { openAgent, redirectAfterSignIn } from '../../../effects/session/redirects.ts'
import { redirectAfterSignOut } from '../../../effects/session/sign-out.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { configurationOf } from '../../fakes/configuration.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const configuration = configurationOf({
  allowedHosts: ['partner.example'],
  appHosts: ['app.example'],
  agent: {
    name: 'Skynet',
    hosts: ['skynet.example'],
    development: 'https://dev.skynet.example/',
    production: 'https://skynet.example/',
    logo: null,
    scene: null,
    links: { contact: null, terms: null },
  },
})
const succeeded: Message = {
  type: 'api/readConfig.succeeded',
  input: {},
  response: configuration,
  atMs: 0,
  requestId: null,
}
const failed: Message = {
  type: 'api/readConfig.failed',
  input: {},
  failure: { kind: 'offline' },
  atMs: 0,
  requestId: null,
}

const run = (
  m: Marbles,
  effect: Effect,
  diagram: string,
  message: Message,
  start: { path?: string; query?: string; known?: boolean },
  response = succeeded,
) => {
  const world = fakeWorld(m.scheduler, start)
  const { bus, deps } = effectHarness(world, () => NEVER)
  if (start.known) {
    bus.send({ type: 'ui/readConfig.subscribed', input: {} })
    bus.send(succeeded)
  }
  const left: Message = { type: 'location/changed', path: '/elsewhere', query: '' }
  const message$ = m.hot(diagram, { m: message, a: response, f: failed, l: left })
  m.expect(effect(messagesFrom(message$), deps)).toBeObservable('-')
  m.flush()
  return world.recordedCalls
}

const opened: Message = { type: 'ui/postLoginOpened' }
for (const [query, expected] of [
  ['', 'go /onboarding instead'],
  ['?redirectUrl=/x', 'go /x instead'],
  ['?redirectUrl=https://partner.example/y', 'leave https://partner.example/y'],
  ['?redirectUrl=https://evil.example/y', 'go /onboarding instead'],
] as const)
  test(
    `given a signed-in user, when post-login opens with ${query || 'no query'}, then it redirects to an allowed address [A4.2]`,
    marbles((m) => {
      expect(run(m, redirectAfterSignIn, '-m', opened, { query, known: true })).toStrictEqual([expected])
    }),
  )

test(
  'given hosts that are not loaded yet, when post-login opens, then it waits for them and trusts no host if they fail to load [A5.12]',
  marbles((m) => {
    const query = '?redirectUrl=https://partner.example/'
    expect(run(m, redirectAfterSignIn, '-m--a', opened, { query })).toStrictEqual(['leave https://partner.example/'])
    expect(run(m, redirectAfterSignIn, '-m--f', opened, { query })).toStrictEqual(['go /onboarding instead'])
    expect(run(m, redirectAfterSignIn, '-m---', opened, { query })).toStrictEqual([])
  }),
)

const agentOpened: Message = { type: 'ui/agentDashboardOpened' }
test(
  'given no query, when the agent dashboard opens, then it redirects to the agent product after 4 s [A2.7, A9.2]',
  marbles((m) => {
    const start = { path: '/skynet-dashboard', known: true }
    expect(run(m, openAgent, '-m', agentOpened, start)).toStrictEqual(['leave https://dev.skynet.example/'])
    expect(m.scheduler.now()).toBe(4001)
  }),
)

test(
  'given an address of the agent product, when the agent dashboard opens, then it redirects at once; a foreign address is ignored [A2.7]',
  marbles((m) => {
    const query = '?redirectUrl=https://skynet.example/chat'
    expect(run(m, openAgent, '-m', agentOpened, { query, known: true })).toStrictEqual([
      'leave https://skynet.example/chat',
    ])
    expect(m.scheduler.now()).toBe(1)
    const foreign = '?redirectUrl=https://evil.example/chat'
    expect(run(m, openAgent, '-m', agentOpened, { query: foreign, known: true })).toStrictEqual([
      'leave https://dev.skynet.example/',
    ])
  }),
)

test(
  'given no agent product, when the agent dashboard opens, then it redirects nowhere',
  marbles((m) => {
    const agent = { ...configuration.agent, hosts: [], development: null, production: null }
    const missing: Message = { ...succeeded, response: { ...configuration, agent } }
    expect(run(m, openAgent, '-m--a 5s -', agentOpened, { path: '/skynet-dashboard' }, missing)).toStrictEqual([])
  }),
)

test(
  'given a user who navigates away within the 4 s, then they are not redirected',
  marbles((m) => {
    expect(run(m, openAgent, '-m 2s l', agentOpened, { path: '/skynet-dashboard', known: true })).toStrictEqual([])
  }),
)

const pressed: Message = { type: 'ui/signOutPressed' }
for (const [query, expected] of [
  ['', 'go /login'],
  ['?redirectUrl=https://app.example/x', 'leave https://app.example/x'],
  ['?redirectUrl=https://partner.example/x', 'go /login?redirectUrl=https://partner.example/x'],
  ['?redirectUrl=https://app.example@evil.example/', 'go /login?redirectUrl=https://app.example@evil.example/'],
] as const)
  test(
    `given the logout page with ${query || 'no query'}, when it signs out, then it redirects only to an allowed address [A4.4, A5.12]`,
    marbles((m) => {
      expect(run(m, redirectAfterSignOut, '-m', pressed, { path: '/logout', query, known: true })).toStrictEqual([
        expected,
      ])
    }),
  )

test(
  'given another page, when the user signs out there, then no redirect is followed [A4.4]',
  marbles((m) => {
    const start = { path: '/x', query: '?redirectUrl=https://app.example/x', known: true }
    expect(run(m, redirectAfterSignOut, '-m', pressed, start)).toStrictEqual([])
  }),
)
