import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deploy, makeFolder, makeProject, settled } from '../../bench/support/control-plane.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../server/store/embedded.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type Plane, startPlane } from './support/plane.ts'
import { statesOf, watchTopic } from './support/watcher.ts'

const JOBS_LOOKED_AT_MS = 6000
const AWAY_MS = 6000
const COMES_BACK_MS = 15_000

let folder: { path: string; remove(): Promise<void> }
let database: EmbeddedDatabase
let plane: Plane
let token: string
let api: Api

const startDatabase = () => startEmbedded({ dataFolder: folder.path, log: pino({ level: 'silent' }) })

beforeEach(async () => {
  folder = await makeFolder()
  database = await startDatabase()
  plane = await startPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
  token = await plane.signIn('ada')
  api = apiOf(plane.url, token)
})

afterEach(async () => {
  await plane?.end()
  await database?.stop()
  await folder?.remove()
})

const ticksOf = (packets: readonly { text?: string }[]) =>
  packets
    .flatMap(({ text }) => text?.split('\n') ?? [])
    .flatMap((line) => (line.startsWith('tick ') ? [Number(line.split(' ')[1])] : []))

test('while the database is away every call says so, and then all goes on without a restart', async () => {
  const made = await makeProject(plane.url, token)
  const clock = await deploy(plane.url, token, made, 'longshore/clock:1', [], { PERIOD_MS: '50' })
  await settled(plane.url, token, clock._id, 'Active')
  const events = await watchTopic(plane.url, token, `organization/${made.organizationId}`)
  const lines = await watchTopic(plane.url, token, `deployment/${clock.activeDeployment}/instanceLogs`)
  // A job of the deploy that is still to be looked at would hide who goes on by himself.
  await delay(JOBS_LOOKED_AT_MS)
  // It ends while nobody can write that down.
  const failing = await deploy(plane.url, token, made, 'longshore/trouble:1', [], { AFTER_MS: '3000' })
  await settled(plane.url, token, failing._id, 'Active')
  const pid = plane.pid

  await database.stop()
  const sinceMs = performance.now()

  const refused = await api.ask('GET', `compute-instance/${clock._id}`)
  expect(refused).toEqual({
    status: 503,
    body: expect.objectContaining({
      error: 'unavailable',
      message: 'Longshore cannot reach its database. Please try again in a moment.',
    }),
  })
  expect(
    await api.ask('POST', `compute-instance/${clock._id}/close`, { organizationId: made.organizationId }),
  ).toMatchObject({
    status: 503,
    body: { error: 'unavailable' },
  })
  const ready = await fetch(`${plane.url}/api/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({
    parts: { database: { ok: false, words: 'The database cannot be reached.' }, engine: { ok: true } },
  })
  expect((await fetch(`${plane.url}/api/health`)).status).toBe(200)
  await delay(AWAY_MS - (performance.now() - sinceMs))

  database = await startDatabase()
  const backMs = performance.now()

  await until(async () => (await api.ask('GET', `compute-instance/${clock._id}`)).status === 200, COMES_BACK_MS)
  const seen = ticksOf(lines.packets).at(-1) ?? 0
  await until(async () => (ticksOf(lines.packets).at(-1) ?? 0) > seen + 40 + AWAY_MS / 50, COMES_BACK_MS)
  const ticks = ticksOf(lines.packets)
  expect(ticks).toEqual(ticks.map((_, at) => (ticks[0] ?? 0) + at))
  expect(lines.faults).toEqual([])
  expect(lines.connections()).toBe(1)

  await until(async () => statesOf(events, failing._id).filter((state) => state === 'Active').length > 1, COMES_BACK_MS)
  expect(performance.now() - backMs).toBeLessThan(COMES_BACK_MS)
  const closed = await api.ask('POST', `compute-instance/${clock._id}/close`, { organizationId: made.organizationId })
  expect(closed.status).toBe(200)
  await until(async () => statesOf(events, clock._id).at(-1) === 'Closed', COMES_BACK_MS)
  expect(events.faults).toEqual([])
  expect(plane.pid).toBe(pid)
  expect(plane.isUp()).toBe(true)
  expect(plane.said()).not.toMatch(/unexpected error/)
  events.close()
  lines.close()
})
