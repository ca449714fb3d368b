import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CPU_SCALE, columns } from '../../server/compute/metrics/columns.ts'
import { writeBlocks } from '../../server/compute/metrics/store/blocks.ts'
import { blockStart, levels } from '../../server/compute/metrics/store/levels.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import { writeTick } from '../../server/compute/metrics/store/ticks.ts'
import { metricParams } from '../../src/contract/wire/instance/metrics/metric-chart.ts'
import {
  type AddedInstance,
  addOrganization,
  type MetricsHarness,
  metricsHarness,
  START,
  sample,
} from './metrics-harness.ts'

let it: MetricsHarness
let instance: AddedInstance
beforeAll(async () => {
  it = await metricsHarness()
  await createMetricTables(it.store.db)
  instance = await it.addInstance('charted', [
    { service: 'web', index: 0 },
    { service: 'web', index: 1 },
    { service: 'database', index: 0 },
  ])
  const [first = '', second = '', database = ''] = instance.replicaIds
  const unserved = new Map([...sample(0, 0, 30)].filter(([column]) => column > 10))
  for (let at = 0; at < 6; at += 1)
    await writeTick(
      it.store.db,
      START + at * 10,
      'a node',
      new Map([
        [first, sample(100, 64, 10)],
        ...(at < 3 ? [[second, sample(300, 32, 20)] as const] : []),
        [database, sample(50, 200)],
        ...(at === 0 ? [[instance.id, unserved] as const] : []),
      ]),
    )
  it.clock.nowMs = (START + 60) * 1000
})
afterAll(() => it?.close())

const MIB = 1024 ** 2
const minute = { startDate: START, endDate: START + 60, pointTimeSpan: 10 }

describe('[P7.26] charts', () => {
  test('add up all replicas of all services, or of one', async () => {
    const all = await it.chart(instance.id, { ...minute, param: 'cpu' })
    expect(all).toMatchObject({ startDate: START, endDate: START + 60, pointTimeSpan: 10 })
    expect(all.series).toEqual([
      {
        param: 'cpu',
        unit: 'millicores',
        service: null,
        replica: null,
        limit: 1500,
        values: [450, 450, 450, 150, 150, 150],
      },
    ])
    const one = await it.chart(instance.id, { ...minute, param: 'cpu', service: 'database' })
    expect(one.series[0]).toMatchObject({ limit: 500, values: [50, 50, 50, 50, 50, 50] })
  })

  test('reject a service that the instance has never had, and are empty at a time without replicas', async () => {
    await expect(it.chart(instance.id, { ...minute, service: 'unknown' })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'service', message: 'This instance has no service “unknown”.' }],
    })
    const before = await it.chart(instance.id, { startDate: 1000, endDate: 2000, service: 'web' })
    expect(before.series[0]?.values.every((value) => value === null)).toBe(true)
  })

  test('show each replica with its place, and the highest of them', async () => {
    const { series } = await it.chart(instance.id, { ...minute, filter: 'replicas', param: 'memory' })
    expect(series.map(({ service, replica, values }) => [service, replica, values[5]])).toEqual([
      ['database', 0, 200 * MIB],
      ['web', 0, 64 * MIB],
      ['web', 1, null],
    ])
    const peak = await it.chart(instance.id, { ...minute, pointTimeSpan: 60, filter: 'peak', param: 'cpu,requests' })
    expect(peak.series.map(({ values }) => values[0])).toEqual([300, 2])
  })

  test('have the mean over the time that a replica was measured, so that a gap does not count as zero', async () => {
    const { series } = await it.chart(instance.id, { ...minute, pointTimeSpan: 60, filter: 'replicas', param: 'cpu' })
    expect(series.map(({ values }) => values)).toEqual([[50], [100], [300]])
  })

  test('include requests that no replica served in those of the instance, not of a service', async () => {
    const all = await it.chart(instance.id, { ...minute, param: 'requests' })
    expect(all.series[0]?.values).toEqual([6, 3, 3, 1, 1, 1])
    const web = await it.chart(instance.id, { ...minute, param: 'requests', service: 'web' })
    expect(web.series[0]?.values[0]).toBe(3)
  })

  test('[P9.16] take a window of minutes back from now, and mark deployments', async () => {
    it.clock.nowMs = (START + 120) * 1000
    const { startDate, endDate, marks } = await it.chart(instance.id, { startDate: -15 * 60 })
    expect([startDate, endDate]).toEqual([START + 120 - 900, START + 120])
    expect(marks).toEqual([
      { kind: 'deployment', at: new Date((START + 60) * 1000).toISOString(), title: 'Deployment 1' },
    ])
    it.clock.nowMs = (START + 60) * 1000
  })

  test('say which points they have instead of more than is kept, or than can be drawn', async () => {
    const long = await it.chart(instance.id, { startDate: -30 * 86_400, pointTimeSpan: 10 })
    expect(long.pointTimeSpan).toBe(900)
    expect(long.series[0]?.values).toHaveLength((long.endDate - long.startDate) / 900)
  })

  test('have about 360 points by default, with however many series', async () => {
    const param = metricParams.join(',')
    const { series } = await it.chart(instance.id, { startDate: -30 * 86_400, param })
    expect(series).toHaveLength(metricParams.length)
    expect(series[0]?.values.length).toBeLessThanOrEqual(361)
  })

  test('have the replicas of many deployments, and say from when on they have all', async () => {
    const deployed = await it.addInstance('deployed', [{ service: 'web', index: 0 }])
    // Each ran for ten minutes, and overlapped the next one.
    const add = async (from: number, to: number) => {
      const { rows } = await it.store.pool.query<{ id: string }>(
        `insert into replica (id, workload_id, instance_id, deployment_id, service, index, state, status, region, cpu_milli,
           memory_bytes, storage_bytes, daily_price_micros, created_at, removed_at)
         select gen_random_uuid(), gen_random_uuid(), $1, desired_deployment, 'web', 0, 'Closed', 'Closed', 'us-west', 500,
           1, 1, 1, to_timestamp($2 - n * 300), to_timestamp($2 - n * 300 + 600)
         from instance, generate_series($3::int, $4::int) as n where instance.id = $1 returning id`,
        [deployed.id, START, from, to],
      )
      return rows.map(({ id }) => id)
    }
    const [oldest = ''] = (await add(1, 4999)).slice(-1)
    const at = START - 4999 * 300
    const block = { points: 96, columns: new Map([[columns.cpu.id, new Array(96).fill(100 * CPU_SCALE)]]) }
    const day = blockStart(levels[2], at)
    await it.store.db.transaction((tx) => writeBlocks(tx, levels[2], day, new Map([[oldest, block]])))
    const window = { startDate: day, endDate: START, pointTimeSpan: 900, param: 'cpu' }
    const all = await it.chart(deployed.id, window)
    expect([all.completeFrom, all.series[0]?.values[0]]).toEqual([null, 100])
    await add(5000, 5001)
    const { completeFrom } = await it.chart(deployed.id, window)
    expect(completeFrom).toBe(new Date((START - 5000 * 300 + 600) * 1000).toISOString())
  })

  test('have fewer points the more replicas there are, so that their memory is bounded', async () => {
    const many = await it.addInstance(
      'many',
      Array.from({ length: 40 }, (_, index) => ({ service: 'web', index })),
    )
    const { series, pointTimeSpan } = await it.chart(many.id, { startDate: -86_400, pointTimeSpan: 10 })
    expect(pointTimeSpan).toBe(120)
    expect(series[0]?.values.length).toBeLessThan(30_000 / 40)
  })

  test('are read four at a time for an organisation, so that their memory is bounded', async () => {
    const read = () => it.chart(instance.id, minute)
    const results = await Promise.allSettled(Array.from({ length: 6 }, read))
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      ...Array(4).fill('fulfilled'),
      'rejected',
      'rejected',
    ])
    const rejected = results.find(({ status }) => status === 'rejected')
    expect(rejected).toMatchObject({ reason: { code: 'tooMany', message: expect.stringContaining('4 charts') } })
    await expect(read()).resolves.toMatchObject(minute)
  })

  test('reject windows that end before they begin, or are too long, and unknown series', async () => {
    await expect(it.chart(instance.id, { startDate: START + 10, endDate: START })).rejects.toThrow(
      'Not before the end.',
    )
    await expect(it.chart(instance.id, { startDate: START - 91 * 86_400 })).rejects.toThrow('At most 90 days.')
    await expect(it.chart(instance.id, { param: 'cpu,secrets' })).rejects.toThrow()
  })
})

describe('alert rules on charts', () => {
  const rule = async (name: string, of: { organizationId?: string; condition?: object; service?: string }) => {
    const condition = {
      kind: 'metric',
      param: 'cpu',
      of: 'together',
      direction: 'above',
      threshold: 200,
      forSeconds: 60,
      noDataSeconds: null,
      ...of.condition,
    }
    const { rows } = await it.store.pool.query(
      `insert into alert (organization_id, name, service, severity, condition, notify, mail)
       values ($1, $2, $3, 'warning', $4, true, false) returning id`,
      [of.organizationId ?? it.organizationId, name, of.service ?? '', JSON.stringify(condition)],
    )
    return rows[0].id as string
  }
  const fired = (
    alertId: string,
    [from, to]: [number, number | null],
    more: { threshold?: number; at?: string } = {},
  ) =>
    it.store.pool.query(
      `insert into alert_incident (alert_id, organization_id, instance_id, target, service, summary, threshold, started_at, ended_at)
       values ($1, $2, $3, gen_random_uuid(), 'web', '', $4, to_timestamp($5::float), to_timestamp($6::float))`,
      [alertId, it.organizationId, more.at ?? instance.id, more.threshold ?? 200, from, to],
    )

  test('are those of the organisation about the series, with the times in which they fired', async () => {
    const busy = await rule('Busy', {})
    await rule('Database', { service: 'database' })
    await rule('Other series', { condition: { param: 'memory' } })
    await rule('Other kind', { condition: { kind: 'health' } })
    const foreign = await addOrganization(it.store, 'elsewhere')
    await rule('Foreign', { organizationId: foreign })
    const other = await it.addInstance('beside', [])
    await fired(busy, [START - 100, START - 50])
    await fired(busy, [START - 20, START + 5])
    await fired(busy, [START + 30, null])
    await fired(busy, [START + 31, null], { threshold: 100 })
    await fired(busy, [START + 32, null], { at: other.id })
    const { alerts } = await it.chart(instance.id, { ...minute, param: 'cpu' })
    expect(alerts.map(({ name, spans }) => [name, spans])).toEqual([
      [
        'Busy',
        [
          { from: START - 20, to: START + 5, service: 'web' },
          { from: START + 30, to: null, service: 'web' },
        ],
      ],
      ['Database', []],
    ])
    const ofDatabase = await it.chart(instance.id, { ...minute, param: 'cpu', service: 'database' })
    expect(ofDatabase.alerts.map(({ name, spans }) => [name, spans.length])).toEqual([
      ['Busy', 0],
      ['Database', 0],
    ])
  })
})
