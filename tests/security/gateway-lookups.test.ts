import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../../server/store/connection.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from '../server/gateway-harness.ts'
import { until } from '../server/until.ts'

const REQUESTS = 5000
const AT_ONCE = 50

let harness: ComputeHarness
let gateway: GatewayHarness
let store: Store
let queries = 0
beforeAll(async () => {
  harness = await computeHarness()
  store = openStore({ url: harness.store.url, log: pino({ level: 'silent' }) })
  const query = store.pool.query.bind(store.pool)
  // Counts the queries.
  store.pool.query = ((...given: Parameters<typeof query>) => {
    queries += 1
    return query(...given)
  }) as typeof store.pool.query
  gateway = await gatewayHarness({ ...harness, store })
})
afterAll(async () => {
  await gateway?.close()
  await store?.close()
  await harness?.close()
})

const unknownHost = () => `nobody-${randomBytes(6).toString('hex')}.localhost:4600`

test('thousands of unknown hosts cost no queries, and a new instance is reachable at once', async () => {
  const before = queries
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => gateway.get(unknownHost())))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
  }
  expect(queries).toBe(before)
  const made = await harness.deploy({ name: 'New' })
  const { rows } = await harness.store.pool.query<{ host: string }>('select host from instance where id = $1', [
    made._id,
  ])
  const host = `${rows[0]?.host}.localhost:4600`
  await until(async () => (await gateway.get(host)).status !== 404, 1000)
  await harness.inState(made._id, 'Active')
  await until(async () => (await gateway.get(host)).status === 200)
})

test('an unknown host is reachable at once when an instance gets it', async () => {
  const label = `later-${randomBytes(4).toString('hex')}`
  expect((await gateway.get(`${label}.localhost`)).status).toBe(404)
  const made = await harness.deploy({ name: 'Later' })
  await harness.inState(made._id, 'Active')
  await harness.store.pool.query('update instance set host = $2, revision = revision + 1 where id = $1', [
    made._id,
    label,
  ])
  await harness.store.pool.query(`select pg_notify('instance', $1)`, [made._id])
  await until(async () => (await gateway.get(`${label}.localhost`)).status === 200, 2000)
})

test('requests for an instance that is not running cost no queries', async () => {
  const made = await harness.deploy({ name: 'Closed' })
  const { latestUrlPreview } = await harness.inState(made._id, 'Active')
  await harness.call('closeInstance', { id: made._id, organizationId: harness.organizationId })
  await harness.inState(made._id, 'Closed')
  const { host } = new URL(latestUrlPreview ?? '')
  await until(async () => (await gateway.get(host)).body.includes('Closed is closed'))
  const before = queries
  for (let each = 0; each < 50; each += 1) expect((await gateway.get(host)).status).toBe(503)
  expect(queries).toBe(before)
})
