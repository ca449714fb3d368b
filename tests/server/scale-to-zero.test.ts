import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upgradeConnection } from '../../bench/gateway/web-socket.ts'
import { configFrom } from '../../server/config.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type SleepHarness, sleepHarness } from './scale-to-zero-harness.ts'
import { until } from './until.ts'

const hostOf = ({ latestUrlPreview }: Instance) => new URL(latestUrlPreview ?? 'http://none').host

let harness: SleepHarness
let instance: Instance
beforeAll(async () => {
  harness = await sleepHarness()
  instance = await harness.deploySleepy({ name: 'Sleepy' })
})
afterAll(() => harness.close())

const scaling = async () => {
  const { rows } = await harness.store.pool.query<{ outcome: string; reason: string; from: number; to: number }>(
    'select outcome, reason, from_replicas as from, to_replicas as to from scaling_decision where instance_id = $1 order by at, id',
    [instance._id],
  )
  return rows
}

const fallAsleep = async () => {
  await harness.sleep(instance)
  return harness.asleep(instance)
}

test('an instance that sleeps stays Active, keeps its link and takes no resources', async () => {
  const asleep = await fallAsleep()
  expect(asleep).toMatchObject({ state: 'Active', status: 'Deployed', cpu: 0, memory: 0, error: null })
  expect(asleep.latestUrlPreview).toBe(instance.latestUrlPreview)
  expect(asleep.services).toMatchObject([{ replicas: 0, readyReplicas: 0 }])
})

test('a request waits while no control plane serves it, and wakes the instance once one does', async () => {
  const held = harness.gateway.get(hostOf(instance), { method: 'POST', body: 'first of the day' })
  expect((await harness.gateway.get('nobody.localhost')).status).toBe(404)
  harness.serveWakes()
  const response = await held
  expect(response.status).toBe(200)
  expect(JSON.parse(response.body)).toMatchObject({ method: 'POST', body: 'first of the day' })
  expect((await scaling()).at(-1)).toEqual({ outcome: 'scaled', reason: 'wake', from: 0, to: 1 })
  await harness.inState(instance._id, 'Active')
})

test('a WebSocket wakes the instance', async () => {
  await fallAsleep()
  const socket = await upgradeConnection(harness.gateway.port, hostOf(instance))
  const text = Buffer.from('ahoy')
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  const [frame] = (await once(socket, 'data')) as [Buffer]
  expect(frame.subarray(2)).toEqual(text)
  socket.destroy()
})

test('many requests at once wake the instance with one decision', async () => {
  await fallAsleep()
  const before = (await scaling()).length
  const responses = await Promise.all(Array.from({ length: 50 }, () => harness.gateway.get(hostOf(instance))))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await scaling()).toHaveLength(before + 1)
})

test('no request is lost while the instance falls asleep and wakes up again and again', async () => {
  const statuses: number[] = []
  let isOver = false
  const visitor = async () => {
    while (!isOver) statuses.push((await harness.gateway.get(hostOf(instance), { method: 'POST', body: 'x' })).status)
  }
  const visitors = Array.from({ length: 4 }, visitor)
  for (let cycle = 0; cycle < 4; cycle += 1) {
    const served = statuses.length
    await harness.sleep(instance)
    await until(async () => statuses.length > served + 20)
  }
  isOver = true
  await Promise.all(visitors)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  const reasons = (await scaling()).map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason === 'wake').length).toBeGreaterThanOrEqual(5)
})

test('health checks and the control plane’s own questions wake nothing', async () => {
  const asleep = await fallAsleep()
  await harness.call('readInstance', { id: asleep._id })
  await harness.call('readHealth', { id: asleep._id })
  await harness.gateway.get('localhost:4600')
  expect((await scaling()).at(-1)).toMatchObject({ reason: 'idle', to: 0 })
})

test('a user wakes an instance, and waking one that is awake changes nothing', async () => {
  const woken = await harness.call('wakeInstance', { id: instance._id })
  expect(woken.message).toBe('The instance is waking up.')
  expect(woken.instance.services).toMatchObject([{ replicas: 1 }])
  const before = (await scaling()).length
  expect((await harness.call('wakeInstance', { id: instance._id })).message).toBe(
    'No service of this instance is asleep.',
  )
  expect(await scaling()).toHaveLength(before)
  await harness.inState(instance._id, 'Active')
})

test('an instance that is closed while it sleeps tells visitors so', async () => {
  const other = await harness.deploySleepy({ name: 'Closing' })
  await harness.sleep(other)
  await harness.asleep(other)
  await harness.call('closeInstance', { id: other._id, organizationId: harness.organizationId })
  await harness.inState(other._id, 'Closed')
  await until(async () => (await harness.gateway.get(hostOf(other))).body.includes('is closed'))
})

test('a rejection is told to the visitor and kept with its reason', async () => {
  const poor = await sleepHarness()
  try {
    const sleepy = await poor.deploySleepy()
    await poor.sleep(sleepy)
    await poor.asleep(sleepy)
    const config = configFrom({ LONGSHORE_QUOTA_CPU: '0.01' }, '/nowhere')
    poor.serveWakes(poor.another({ config }))
    const rejected = await poor.gateway.get(hostOf(sleepy), { headers: { accept: 'application/json' } })
    expect([rejected.status, JSON.parse(rejected.body).error]).toEqual([503, 'instanceQuota'])
    expect(rejected.headers['retry-after']).toBe('60')
    const { events } = await poor.call('readInstanceEvents', { id: sleepy._id, limit: 5 })
    expect(events[0]).toMatchObject({ kind: 'scalingRejected', service: sleepy.services[0]?.name })
    expect(await poor.instance(sleepy._id)).toMatchObject({ state: 'Active', services: [{ replicas: 0 }] })
  } finally {
    await poor.close()
  }
})
