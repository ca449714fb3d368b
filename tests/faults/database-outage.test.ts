import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deploy, makeFolder, makeProject, settled } from '../../bench/support/control-plane.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../server/store/embedded.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { statesOf, watchTopic } from './support/watcher.ts'

const JOB_POLL_MS = 6000
const AWAY_MS = 6000
const RECOVERY_MS = 15_000

let folder: { path: string; remove(): Promise<void> }
let database: EmbeddedDatabase
let controlPlane: ControlPlane
let token: string
let api: Api

const startDatabase = () => startEmbedded({ dataFolder: folder.path, log: pino({ level: 'silent' }) })

beforeEach(async () => {
  folder = await makeFolder()
  database = await startDatabase()
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
  token = await controlPlane.signIn('ada')
  api = apiOf(controlPlane.url, token)
})

afterEach(async () => {
  await controlPlane?.end()
  await database?.stop()
  await folder?.remove()
})

const ticksOf = (packets: readonly { text?: string }[]) =>
  packets
    .flatMap(({ text }) => text?.split('\n') ?? [])
    .flatMap((line) => (line.startsWith('tick ') ? [Number(line.split(' ')[1])] : []))

test('calls fail with 503 while the database is down, and everything recovers without a restart', async () => {
  const made = await makeProject(controlPlane.url, token)
  const clock = await deploy(controlPlane.url, token, made, 'longshore/clock:1', [], { PERIOD_MS: '50' })
  await settled(controlPlane.url, token, clock._id, 'Active')
  const events = await watchTopic(controlPlane.url, token, `organization/${made.organizationId}`)
  const lines = await watchTopic(controlPlane.url, token, `deployment/${clock.activeDeployment}/instanceLogs`)
  // A pending job of the deploy would hide whether the log and the events resume without it.
  await delay(JOB_POLL_MS)
  // This workload ends while its exit cannot be written to the database.
  const failing = await deploy(controlPlane.url, token, made, 'longshore/trouble:1', [], { AFTER_MS: '3000' })
  await settled(controlPlane.url, token, failing._id, 'Active')
  const pid = controlPlane.pid

  await database.stop()
  const sinceMs = performance.now()

  const rejected = await api.request('GET', `compute-instance/${clock._id}`)
  expect(rejected).toEqual({
    status: 503,
    body: expect.objectContaining({
      error: 'unavailable',
      message: 'Longshore cannot reach its database. Try again in a moment.',
    }),
  })
  expect(
    await api.request('POST', `compute-instance/${clock._id}/close`, { organizationId: made.organizationId }),
  ).toMatchObject({
    status: 503,
    body: { error: 'unavailable' },
  })
  const ready = await fetch(`${controlPlane.url}/api/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({
    components: { database: { ok: false, message: 'The database cannot be reached.' }, engine: { ok: true } },
  })
  expect((await fetch(`${controlPlane.url}/api/health`)).status).toBe(200)
  await delay(AWAY_MS - (performance.now() - sinceMs))

  database = await startDatabase()
  const backMs = performance.now()

  await until(async () => (await api.request('GET', `compute-instance/${clock._id}`)).status === 200, RECOVERY_MS)
  const seen = ticksOf(lines.packets).at(-1) ?? 0
  await until(async () => (ticksOf(lines.packets).at(-1) ?? 0) > seen + 40 + AWAY_MS / 50, RECOVERY_MS)
  const ticks = ticksOf(lines.packets)
  expect(ticks).toEqual(ticks.map((_, at) => (ticks[0] ?? 0) + at))
  expect(lines.errors).toEqual([])
  expect(lines.connections()).toBe(1)

  await until(async () => statesOf(events, failing._id).filter((state) => state === 'Active').length > 1, RECOVERY_MS)
  expect(performance.now() - backMs).toBeLessThan(RECOVERY_MS)
  const closed = await api.request('POST', `compute-instance/${clock._id}/close`, {
    organizationId: made.organizationId,
  })
  expect(closed.status).toBe(200)
  await until(async () => statesOf(events, clock._id).at(-1) === 'Closed', RECOVERY_MS)
  expect(events.errors).toEqual([])
  expect(controlPlane.pid).toBe(pid)
  expect(controlPlane.isUp()).toBe(true)
  expect(controlPlane.output()).not.toMatch(/uncaught exception/)
  events.close()
  lines.close()
})
