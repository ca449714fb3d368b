import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFairTurns } from '../../server/compute/fair-turns.ts'
import { appendLines } from '../../server/compute/logs/chunks/append-lines.ts'
import { logHandlers } from '../../server/compute/logs/log-handlers.ts'
import { createLogSearches } from '../../server/compute/logs/search/search-logs.ts'
import { createSearchPool, type SearchPool } from '../../server/compute/logs/search/search-pool.ts'
import type { Handlers } from '../../server/http/handler.ts'
import type { logCalls } from '../../src/contract/calls/log-calls.ts'
import type { DeploymentId } from '../../src/contract/wire/common.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from '../server/platform-harness.ts'

/** Neither ends nor can be stopped between two chunks: its thread is killed after 30 seconds. */
const ENDLESS = '(a|aa){40,}$'

let harness: PlatformHarness
let pool: SearchPool
let handlers: Handlers<keyof typeof logCalls>
let origin: string
beforeAll(async () => {
  harness = await platformHarness({ handlers: { searchLogs: (context) => handlers.searchLogs(context) } })
  pool = createSearchPool({ url: harness.store.url, log: pino({ level: 'silent' }) })
  const nothing = async () => {}
  handlers = logHandlers({
    db: harness.store.db,
    checkHealth: async () => '',
    logs: { follow() {}, refresh() {}, drain: async () => true, giveUp: nothing, forget: nothing, stop: nothing },
    searches: createLogSearches(pool),
    limits: { retentionDays: 30, retentionBytes: 1e9 },
  })
  await harness.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(harness.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await pool.stop()
  await harness.close()
})

const fixtureWith = async (text: string): Promise<OrganizationFixture> => {
  const fixture = await createOrganizationFixture(harness.store, { open: false })
  const resume = {}
  const log = { deploymentId: fixture.deploymentId as DeploymentId, logType: 'instanceLogs', service: '' } as const
  const lines = [{ atMs: 0, stream: 'stdout' as const, text }]
  await appendLines(harness.store.db, { ...log, firstSequence: 1, lines, resume })
  return fixture
}

const memberOf = async (fixture: OrganizationFixture): Promise<string> => {
  const { userId, token } = await harness.user('member')
  await join(harness.store, fixture.organizationId, userId, 'member')
  return token
}

const search = (fixture: OrganizationFixture, token: string, find: string, signal?: AbortSignal) => {
  const query = new URLSearchParams({ find, as: 'regex', logType: 'instanceLogs' })
  return fetch(`${origin}/api/compute-instance/deployment/${fixture.deploymentId}/logs/search?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  })
}

test('an organisation whose members all search leaves a thread for other organisations', async () => {
  const attackers = await fixtureWith(`${'a'.repeat(60_000)}!`)
  const victims = await fixtureWith('a quiet line')
  const flood = new AbortController()
  const members = await Promise.all(Array.from({ length: 8 }, () => memberOf(attackers)))
  const running = members.map((token) => search(attackers, token, ENDLESS, flood.signal))
  // The first response means that one of them has a thread.
  await Promise.race(running)
  const token = await memberOf(victims)
  for (let count = 0; count < 3; count += 1) {
    const startedMs = performance.now()
    const responseText = await (await search(victims, token, 'quiet')).text()
    expect(responseText).toContain('"reason":"all"')
    expect(responseText).toContain('a quiet line')
    expect(performance.now() - startedMs).toBeLessThan(scaleToLoad(5000))
  }
  flood.abort()
  await Promise.allSettled(running)
})

describe('rejects a pattern at once with a message', () => {
  test.each(['a{100000}', '(a{1000}){1000}', '((((a{9}){9}){9}){9}){9}', '(a+){30}b', '(a{1,30})+b', 'a{99999999999}'])(
    '%s',
    async (find) => {
      const fixture = await fixtureWith('a'.repeat(30_000))
      const token = await memberOf(fixture)
      const startedMs = performance.now()
      const response = await search(fixture, token, find)
      const body = await response.json()
      expect(response.status).toBe(400)
      expect(body.fields).toEqual([{ field: 'find', message: expect.stringMatching(/counts.*smaller/is) }])
      expect(performance.now() - startedMs).toBeLessThan(scaleToLoad(5000))
    },
  )
})

describe('turns', () => {
  const here = new AbortController().signal

  test('alternate between waiting organisations, however long the queue of one is', async () => {
    const turns = createFairTurns(2, 1)
    const order: string[] = []
    const take = async (organization: string, name: string, signal = here) => {
      if (await turns.take(organization, signal)) order.push(name)
    }
    const waiting = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) => take(name.charAt(0), name))
    await Promise.all([waiting[0], waiting[3]])
    for (const organization of ['a', 'b', 'c', 'a', 'c']) {
      turns.give(organization)
      await Promise.resolve()
    }
    await Promise.all(waiting)
    expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'c2', 'a3'])
  })

  test('are not lost when a waiting request is aborted', async () => {
    const turns = createFairTurns(2, 1)
    expect(await turns.take('a', here)).toBe(true)
    const left = new AbortController()
    const given = turns.take('a', left.signal)
    const next = turns.take('a', here)
    left.abort()
    expect(await given).toBe(false)
    expect(await turns.take('a', AbortSignal.abort())).toBe(false)
    turns.give('a')
    expect(await next).toBe(true)
    expect(await turns.take('b', here)).toBe(true)
  })
})
