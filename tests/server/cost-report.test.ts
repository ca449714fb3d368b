import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCostReport } from '../../server/money/reports/cost-report.ts'
import { reportPeriodOf } from '../../server/money/reports/report-period.ts'
import { readResourceHours } from '../../server/money/reports/resource-hours.ts'
import type { InstanceId, OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { type CostDivision, costDivisions } from '../../src/contract/wire/money/cost.ts'
import { loops } from '../long-runs.ts'
import { type MeteringHarness, meteringHarness } from './metering-harness.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const midnight = Date.UTC(2026, 1, 27)
const at = (hours: number) => new Date(midnight + hours * HOUR_MS)

let harness: MeteringHarness
beforeAll(async () => {
  harness = await meteringHarness()
})
afterAll(() => harness.close())

const insert = async (organizationId: OrganizationId, interval: object) => {
  const values = { subject: 'replica', service: 'web', ended_at: null, ...interval }
  const columns = Object.keys(values)
  await harness.store.pool.query(
    `insert into usage_interval (organization_id, subject_id, ${columns}) values ($1, gen_random_uuid(), ${columns.map((_, place) => `$${place + 2}`)})`,
    [organizationId, ...Object.values(values)],
  )
}
const projects = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as ProjectId[]
const instances = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as InstanceId[]

const costs = (
  organizationId: OrganizationId,
  requested: { from: string; to: string; step: 'hour' | 'day'; by?: CostDivision; projectId?: ProjectId | undefined },
  now: Date,
) => {
  const { by = 'project', projectId } = requested
  return readCostReport(harness.store.db, { organizationId, by, projectId }, reportPeriodOf(requested, now), now)
}

const interval = fc.record({
  project: fc.nat(1),
  instance: fc.option(fc.nat(1), { nil: null }),
  subject: fc.constantFrom('replica', 'volume', 'run', 'address'),
  service: fc.constantFrom('web', 'db'),
  daily: fc.integer({ min: 0, max: 40_000_000 }),
  startMs: fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
  lengthMs: fc.option(fc.integer({ min: 0, max: 4 * DAY_MS }), { nil: null }),
})

test('steps and parts add up to what metering charges, however usage is spread and divided', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(interval, { maxLength: 12 }),
      fc.constantFrom('hour' as const, 'day' as const),
      fc.constantFrom(...costDivisions),
      fc.integer({ min: 0, max: 3 * DAY_MS }),
      async (intervals, step, by, nowMs) => {
        const organizationId = await harness.newOrganization()
        const now = new Date(midnight + nowMs)
        for (const { project, instance, subject, service, daily, startMs, lengthMs } of intervals)
          await insert(organizationId, {
            project_id: projects[project],
            instance_id: instance === null ? null : instances[instance],
            subject,
            service,
            daily_price_micros: daily,
            started_at: new Date(midnight + startMs),
            ended_at: lengthMs === null ? null : new Date(midnight + startMs + lengthMs),
          })
        const from = at(-72)
        const report = await costs(
          organizationId,
          { from: from.toISOString(), to: at(96).toISOString(), step, by },
          now,
        )

        const stepMs = step === 'hour' ? HOUR_MS : DAY_MS
        const expected = report.starts.map(() => 0n)
        for (const { daily, startMs, lengthMs } of intervals) {
          const start = midnight + startMs
          const end = Math.min(lengthMs === null ? now.getTime() : start + lengthMs, now.getTime())
          const costUntil = (ms: number) =>
            (BigInt(daily) * BigInt(Math.max(0, Math.min(ms, end) - start))) / BigInt(DAY_MS)
          for (const place of expected.keys()) {
            const stepStart = from.getTime() + place * stepMs
            expected[place] = (expected[place] ?? 0n) + costUntil(stepStart + stepMs) - costUntil(stepStart)
          }
        }
        const found = report.starts.map((_, place) =>
          report.parts.reduce((sum, part) => sum + (part.costs[place] ?? 0), 0),
        )
        expect(found.map(BigInt)).toEqual(expected)
        expect(report.totalMicros).toBe(found.reduce((sum, micros) => sum + micros, 0))
        for (const { costs: own, totalMicros } of report.parts)
          expect(totalMicros).toBe(own.reduce((sum, micros) => sum + micros, 0))
        expect(new Set(report.parts.map(({ key }) => key)).size).toBe(report.parts.length)
      },
    ),
    { numRuns: loops(200) },
  )
})

test('a whole period costs what was charged for it', async () => {
  const organizationId = await harness.newOrganization()
  const started = new Date(midnight + 12_345)
  await harness.use({ organizationId, dailyPriceMicros: 1_234_567, startedAt: started })
  await harness.use({ organizationId, dailyPriceMicros: 7, startedAt: started })
  const now = at(40)
  await harness.meter(now)
  const { totalMicros, dailyMicros } = await costs(
    organizationId,
    { from: at(0).toISOString(), to: at(72).toISOString(), step: 'day' },
    now,
  )
  expect(totalMicros).toBe(await harness.owed(organizationId))
  expect(dailyMicros).toBe(1_234_574)
})

test('days are those of UTC, through a leap day and a change to daylight saving time', async () => {
  const organizationId = await harness.newOrganization()
  await insert(organizationId, {
    project_id: projects[0],
    daily_price_micros: 1_000_000,
    started_at: new Date('2028-02-28T00:00:00Z'),
    ended_at: new Date('2028-03-27T00:00:00Z'),
  })
  const now = new Date('2028-04-01T00:00:00Z')
  const february = await costs(
    organizationId,
    { from: '2028-02-28T00:00:00.000Z', to: '2028-03-01T00:00:00.000Z', step: 'day' },
    now,
  )
  expect(february.starts.map((start) => start.slice(0, 10))).toEqual(['2028-02-28', '2028-02-29'])
  expect(february.parts[0]?.costs).toEqual([1_000_000, 1_000_000])
  const march = await costs(
    organizationId,
    { from: '2028-03-25T22:30:00.000Z', to: '2028-03-28T03:00:00.000Z', step: 'day' },
    now,
  )
  expect(march.starts.map((start) => start.slice(0, 10))).toEqual([
    '2028-03-25',
    '2028-03-26',
    '2028-03-27',
    '2028-03-28',
  ])
  expect(march.parts[0]?.costs).toEqual([1_000_000, 1_000_000, 0, 0])
})

test('parts are named, those beyond a hundred are added up, and another organisation is never included', async () => {
  const [organizationId, other] = [await harness.newOrganization(), await harness.newOrganization()]
  await harness.store.pool.query('insert into project (id, organization_id, name) values ($1, $2, $3)', [
    projects[0],
    organizationId,
    'Shop',
  ])
  for (let index = 0; index < 105; index += 1)
    await insert(organizationId, {
      project_id: projects[0],
      instance_id: `55555555-5555-4555-8555-${String(index).padStart(12, '0')}`,
      daily_price_micros: 1000 + index,
      started_at: at(0),
      ended_at: at(24),
    })
  await insert(organizationId, { project_id: projects[1], subject: 'volume', daily_price_micros: 5, started_at: at(0) })
  await insert(other, { project_id: projects[0], daily_price_micros: 9_999_999, started_at: at(0), ended_at: at(24) })
  const period = { from: at(0).toISOString(), to: at(24).toISOString(), step: 'day' as const }
  const byInstance = await costs(organizationId, { ...period, by: 'instance' }, at(24))
  expect(byInstance.parts).toHaveLength(100)
  expect(byInstance.parts[0]).toMatchObject({ project: { name: 'Shop' }, instance: { name: null }, totalMicros: 1104 })
  expect(byInstance.others).toEqual({ count: 6, costs: [1000 + 1001 + 1002 + 1003 + 1004 + 5], totalMicros: 5015 })
  const byProject = await costs(organizationId, { ...period, by: 'project' }, at(24))
  expect(byProject.parts.map(({ project, totalMicros }) => [project?.name, totalMicros])).toEqual([
    ['Shop', 105 * 1000 + (104 * 105) / 2],
    [null, 5],
  ])
  const bySubject = await costs(organizationId, { ...period, by: 'subject', projectId: projects[1] }, at(24))
  expect(bySubject.parts).toMatchObject([{ subject: 'volume', project: null, totalMicros: 5 }])
})

test('resources are counted in hours of one unit', async () => {
  const organizationId = await harness.newOrganization()
  const replica = { cpu_milli: 500, memory_bytes: 2 * 1024 ** 3, storage_bytes: 1024 ** 3, gpu: 1 }
  await insert(organizationId, {
    project_id: projects[0],
    daily_price_micros: 1,
    started_at: at(1),
    ended_at: at(3),
    ...replica,
  })
  await insert(organizationId, {
    project_id: projects[1],
    subject: 'address',
    daily_price_micros: 1,
    started_at: at(2.5),
  })
  const requested = { from: at(1).toISOString(), to: at(4).toISOString(), step: 'hour' as const }
  const now = at(3.5)
  const period = reportPeriodOf(requested, now)
  expect(await readResourceHours(harness.store.db, { organizationId }, period, now)).toMatchObject({
    cpu: [0.5, 0.5, 0],
    memory: [2, 2, 0],
    storage: [1, 1, 0],
    gpu: [1, 1, 0],
    addresses: [0, 0.5, 0.5],
  })
  const ofProject = await readResourceHours(harness.store.db, { organizationId, projectId: projects[1] }, period, now)
  expect(ofProject.cpu).toEqual([0, 0, 0])
})

test('a period must begin before it ends, and may be no longer than what is read at once', () => {
  const now = at(0)
  const period = (from: string, to: string, step: 'hour' | 'day') => () => reportPeriodOf({ from, to, step }, now)
  expect(period('2026-02-02T00:00:00Z', '2026-02-01T00:00:00Z', 'day')).toThrow('Not before the end.')
  expect(period('2026-01-01T00:00:00Z', '2026-02-05T00:00:00Z', 'hour')).toThrow('At most 31 days by hour.')
  expect(period('2025-01-01T00:00:00Z', '2026-02-27T00:00:00Z', 'day')).toThrow('At most 400 days.')
  expect(reportPeriodOf({ step: 'day' }, now).starts).toHaveLength(30)
})
