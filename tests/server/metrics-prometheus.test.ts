import { afterAll, beforeAll, expect, test } from 'vitest'
import { columns } from '../../server/compute/metrics/columns.ts'
import { exposedMetrics } from '../../server/compute/metrics/prometheus/exposed-metrics.ts'
import { exposition } from '../../server/compute/metrics/prometheus/exposition.ts'
import { maintainMetrics } from '../../server/compute/metrics/rollup/maintain-metrics.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import { holdSamplingLease } from '../../server/compute/metrics/store/sampling-lease.ts'
import { writeTick } from '../../server/compute/metrics/store/ticks.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { addInstance, addOrganization, type MetricsHarness, metricsHarness, START, sample } from './metrics-harness.ts'

let it: MetricsHarness
beforeAll(async () => {
  it = await metricsHarness()
  await createMetricTables(it.store.db)
})
afterAll(() => it?.close())

const scrape = async (organizationId: string, nowSeconds: number) =>
  exposition(await exposedMetrics(it.store.db, organizationId as OrganizationId, nowSeconds))

test('the metrics of an organisation have the labels of their replicas, and none of another organisation', async () => {
  const other = await addOrganization(it.store, 'rival')
  const own = await it.addInstance('shop "one"\n', [{ service: 'web', index: 0 }])
  const foreign = await addInstance(it.store, other, 'foreign', [{ service: 'web', index: 0 }])
  for (let at = 0; at < 6; at += 1)
    await writeTick(
      it.store.db,
      START + at * 10,
      'a node',
      new Map([...own.replicaIds, ...foreign.replicaIds].map((id) => [id, sample(250, 64, 20)])),
    )
  const text = await scrape(it.organizationId, START + 75)
  const labels = `project="Fleet",instance="shop \\"one\\"\\n",instance_id="${own.id}",service="web",replica="0"`
  expect(text).toContain('# TYPE longshore_replica_cpu_cores gauge\n')
  expect(text).toContain(`longshore_replica_cpu_cores{${labels}} 0.25\n`)
  expect(text).toContain(`longshore_replica_memory_bytes{${labels}} ${64 * 1024 ** 2}\n`)
  expect(text).toContain(`longshore_replica_http_responses_per_second{${labels},code="2xx"} 2\n`)
  expect(text).not.toContain(foreign.id)
  expect(await scrape(other, START + 75)).not.toContain(own.id)
  expect(text.split('\n').filter((line) => line && !/^(#|[a-z_]+\{.*\} [\d.e+-]+$)/.test(line))).toEqual([])
})

test('a replica and its successor are one series, so that a rolling deployment breaks no scrape', async () => {
  const instance = await it.addInstance('rolling', [{ service: 'web', index: 0 }])
  const [old = ''] = instance.replicaIds
  const { rows } = await it.store.pool.query<{ id: string }>(
    `with next as (
       insert into deployment (id, instance_id, number, configuration, status, image)
       values (gen_random_uuid(), $1, 2, '{"services": [], "privateRegistry": null}', 'Deployed', 'longshore/hello:2')
       returning id)
     insert into replica (id, workload_id, instance_id, deployment_id, service, index, state, status, region,
       cpu_milli, memory_bytes, storage_bytes, daily_price_micros)
     select gen_random_uuid(), gen_random_uuid(), $1, id, 'web', 0, 'Active', 'Deployed', 'us-west', 500, 1, 1, 1 from next
     returning id`,
    [instance.id],
  )
  const from = START + 3600
  for (let at = 0; at < 6; at += 1) {
    const samples = [...(at < 4 ? [old] : []), ...(at >= 3 ? [rows[0]?.id ?? ''] : [])]
    await writeTick(it.store.db, from + at * 10, 'a node', new Map(samples.map((id) => [id, sample(240, 64, 20)])))
  }
  const lines = (await scrape(it.organizationId, from + 75)).split('\n').filter((line) => line.includes(instance.id))
  const names = lines.map((line) => line.slice(0, line.indexOf('} ')))
  expect(names.length).toBeGreaterThan(5)
  expect(names).toEqual([...new Set(names)])
  expect(lines.find((line) => line.startsWith('longshore_replica_cpu_cores'))).toMatch(/ 0\.28$/)
})

test('a restart at the end of a quarter of an hour is exposed until its minute is over', async () => {
  const instance = await it.addInstance('restarted', [{ service: 'web', index: 0 }])
  const end = START + 7200 + 900
  const restart = new Map([...sample(100, 64), [columns.restarts.id, 1] as const])
  await writeTick(it.store.db, end - 10, 'a node', new Map(instance.replicaIds.map((id) => [id, restart])))
  const line = new RegExp(`^longshore_replica_restarts\\{.*${instance.id}.*\\} 1$`, 'm')
  for (const nowSeconds of [end + 30, end + 50, end + 69]) {
    await holdSamplingLease(it.store.db, 'a node')
    await maintainMetrics({ db: it.store.db, log: { info: () => undefined }, node: 'a node', nowSeconds })
    expect(await scrape(it.organizationId, nowSeconds)).toMatch(line)
  }
})

test('a replica that was not measured lately has no sample', async () => {
  expect(await scrape(it.organizationId, START + 600)).toBe('')
})
