import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject } from '../../bench/support/control-plane.ts'
import type { ResponseOf } from '../../src/contract/contract.ts'
import { isLongRun } from '../long-runs.ts'
import { type Receiver, recordsOf, startReceiver } from '../server/drains/drains-harness.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'

const KILLS = isLongRun ? 20 : 3
const LINES_PER_SECOND = 1000
const LINES = LINES_PER_SECOND * 600

let controlPlane: ControlPlane
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(async () => {
  await controlPlane?.end()
  await receiver?.close()
})

test(`${KILLS} kill -9 at random moments lose no line, though the target fails now and then`, async () => {
  const token = await controlPlane.signIn('ada')
  const api = apiOf(controlPlane.url, token)
  const made = await makeProject(controlPlane.url, token)
  const created = await api.request<ResponseOf<'createDrain'>>(
    'POST',
    `organization/${made.organizationId}/log-drains`,
    {
      name: 'Collector',
      logTypes: ['instanceLogs'],
      target: { type: 'http', url: receiver.url, gzip: true },
    },
  )
  expect(created.status, created.body.message).toBe(200)
  const seen = new Set<number>()
  receiver.respond = ({ text }, response) => {
    if (Math.random() < 0.2) return void response.writeHead(503).end()
    for (const { sequence } of recordsOf(text)) seen.add(sequence)
    response.writeHead(200).end()
  }
  const environment = { LINES: String(LINES), LINES_PER_SECOND: String(LINES_PER_SECOND) }
  const instance = await deploy(controlPlane.url, token, made, 'longshore/burst:1', [], environment, 'medium')
  const highest = () => seen.size
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = highest()
    await until(async () => highest() > before || undefined, 60_000)
    await delay(Math.random() * 1500)
    await controlPlane.kill()
    await controlPlane.start()
  }
  const closed = await api.request('POST', `compute-instance/${instance._id}/close`, {
    organizationId: made.organizationId,
  })
  expect(closed.status, closed.body.message).toBeLessThan(300)
  await until(async () => (await api.instance(instance._id)).state === 'Closed' || undefined, 60_000)
  const drain = await until(async () => {
    const { body } = await api.request<ResponseOf<'readDrain'>>('GET', `log-drain/${created.body.drain._id}`)
    return body.waiting.lines === 0 ? body.drain : undefined
  }, 120_000)
  expect(drain).toMatchObject({ lostLines: 0, rejectedLines: 0 })
  expect(drain.sentLines).toBeGreaterThan(LINES_PER_SECOND)
  expect(Math.max(...seen)).toBe(seen.size)
  expect(drain.sentLines).toBeGreaterThanOrEqual(seen.size - 1)
})
