import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResourceMeter } from '../../server/compute/overview/resource-meter.ts'
import { EngineFailure } from '../../server/engines/engine.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { permissions } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { createOrganizationFixture } from './platform-harness.ts'

const GIB = 1024 ** 3
const folder = mkdtempSync(join(tmpdir(), 'longshore-overview-'))
const engine = createProcessEngine({ dataFolder: folder })
let isUnreachable = false
const unlessUnreachable = <T>(respond: () => Promise<T>): Promise<T> =>
  isUnreachable ? Promise.reject(new EngineFailure('engineUnreachable', 'away')) : respond()

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({
    engine: { ...engine, describe: (signal) => unlessUnreachable(() => engine.describe(signal)) },
  })
})
afterAll(async () => {
  await harness.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = async (text: string, values: unknown[]): Promise<string> =>
  (await harness.store.pool.query(`${text} returning id`, values)).rows[0].id

test('what is promised is known, what is used is measured, and never zero when it is not', async () => {
  const { organizationId: id } = harness
  const empty = await createOrganizationFixture(harness.store, { open: false })
  const meterOf = (stats: typeof engine.stats) =>
    createResourceMeter({
      db: harness.store.db,
      engines: soleEngine({ stats }),
      diskWatch: { measured: () => undefined },
    })
  const none = await meterOf(engine.stats).measure(empty.organizationId as OrganizationId)
  expect(none.cpu).toMatchObject({ used: 0, measured: 0, total: 0 })

  const { _id } = await harness.deploy()
  await harness.inState(_id, 'Active')
  const found = await meterOf(engine.stats).measure(id)
  expect(found.cpu).toMatchObject({ promised: 100, measured: 1, total: 1, used: expect.any(Number) })
  expect(found.memory).toMatchObject({ promised: 128 * 1024 ** 2, measured: 1, total: 1 })
  expect(found.memory.used).toBeGreaterThan(1024 ** 2)
  expect(found.storage).toEqual({ promised: GIB, used: null, measured: 0, total: 1 })

  const away = await meterOf(() => Promise.reject(new EngineFailure('engineUnreachable', 'away'))).measure(id)
  expect(away.cpu).toEqual({ promised: 100, used: null, measured: 0, total: 1 })
  expect(away.memory.used).toBeNull()
  expect(await harness.call('readResourceUse', { id })).toMatchObject({ cpu: { promised: 100, total: 1 } })
})

test('measuring again within ten seconds asks the engine only once', async () => {
  let sampled = 0
  const stats: typeof engine.stats = (id) => {
    sampled += 1
    return engine.stats(id)
  }
  const meter = createResourceMeter({
    db: harness.store.db,
    engines: soleEngine({ stats }),
    diskWatch: { measured: () => undefined },
  })
  const [first, second] = await Promise.all([
    meter.measure(harness.organizationId),
    meter.measure(harness.organizationId),
  ])
  expect(second).toBe(first)
  expect((await meter.measure(harness.organizationId)).memory).toEqual(first.memory)
  // A rate of processor time needs two samples of the one workload.
  expect(sampled).toBe(2)
})

test('an organisation sees what needs attention, the most severe first, and nothing of another or of an archived project', async () => {
  const own = await createOrganizationFixture(harness.store, { open: false })
  const other = await createOrganizationFixture(harness.store, { open: false })
  const { organizationId: id, projectId, instanceId } = own
  const scope = { organizationId: id as OrganizationId, role: 'owner' as const, permissions }
  const read = () => harness.call('readAttention', { id }, { scope })
  expect(await read()).toEqual({ items: [], totalCount: 0 })

  for (const { organizationId, projectId: project } of [own, other])
    await insert(
      `insert into volume (organization_id, project_id, name, class, size_bytes, used_bytes, region, state, daily_price_micros)
       values ($1, $2, 'hold', 'beta2', 1000, 970, 'us-west', 'Available', 1)`,
      [organizationId, project],
    )
  const backup = await insert(
    `insert into backup (organization_id, project_id, name, content, schedule, time_zone, is_enabled, keep_last, keep_days, keep_weeks)
     values ($1, $2, 'nightly', 'volume', '0 1 * * *', 'UTC', true, 1, 0, 0)`,
    [id, projectId],
  )
  const snapshot = `insert into snapshot (organization_id, project_id, name, content, source, class, volume_bytes, region,
    stored_bytes, state, error, backup_id, created_at) values ($1, $2, $3, 'volume', 'hold', 'beta2', 1, 'us-west', 0, $4, $5, $6, $7)`
  await insert(snapshot, [id, projectId, 'one', 'Available', null, backup, '2026-01-01'])
  await insert(snapshot, [
    id,
    projectId,
    'two',
    'Failed',
    { code: 'x', message: 'Access denied.' },
    backup,
    '2026-01-02',
  ])
  await insert(
    `insert into job (instance_id, name, command, schedule, time_zone, overlap, timeout_seconds, kept_runs, notify_on_failure, is_enabled, consecutive_failures)
     values ($1, 'report', '[]', '0 1 * * *', 'UTC', 'forbid', 60, 5, true, true, 2)`,
    [instanceId],
  )
  await harness.store.pool.query(
    `update instance set desired_state = 'active', state = 'Failed-start', error = $2 where id = $1`,
    [instanceId, { code: 'imageNotFound', message: 'No such image.', at: '2026-01-03T00:00:00.000Z' }],
  )
  const { items, totalCount } = await read()
  expect(totalCount).toBe(4)
  expect(items.map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
    ['instanceFailed', expect.any(String), 'No such image.'],
    ['volumeFull', 'hold', 'It is 97 percent full.'],
    ['backupFailed', 'nightly', 'Access denied.'],
    ['jobFailed', 'report', 'Its last 2 runs failed.'],
  ])
  expect(items[0]).toMatchObject({ project: { _id: projectId }, instanceId, at: '2026-01-03T00:00:00.000Z' })

  await insert(snapshot, [id, projectId, 'three', 'Available', null, backup, '2026-01-03'])
  await harness.store.pool.query(
    `update instance set state = 'Closed', desired_state = 'closed', error = null where id = $1`,
    [instanceId],
  )
  await harness.store.pool.query('update job set consecutive_failures = 0 where instance_id = $1', [instanceId])
  expect((await read()).items.map(({ kind }) => kind)).toEqual(['volumeFull'])
  await harness.store.pool.query(`update project set state = 'ARCHIVED' where id = $1`, [projectId])
  expect((await read()).totalCount).toBe(0)
})

test('a failed update of an instance that serves needs attention until another one succeeds', async () => {
  const { organizationId: id } = harness
  const { _id } = await harness.deploy()
  await harness.inState(_id, 'Active')
  const kinds = async () => (await harness.call('readAttention', { id })).items.map(({ kind }) => kind)
  const failNewest = (status: string) =>
    harness.store.pool.query(
      `update deployment set status = $2, error = $3 where id = (select desired_deployment from instance where id = $1)`,
      [_id, status, { code: 'x', message: 'Port in use.', at: new Date().toISOString() }],
    )
  await failNewest('Failed')
  expect(await kinds()).toEqual(['deploymentFailed'])
  await failNewest('Deployed')
  expect(await kinds()).toEqual([])
})

test('an engine that cannot be reached comes first', async () => {
  isUnreachable = true
  // Another control plane has no earlier description of the engine.
  const compute = harness.another()
  const { items } = await harness.callOn(compute, 'readAttention', { id: harness.organizationId })
  isUnreachable = false
  expect(items.map(({ kind, project }) => [kind, project])).toEqual([['engineUnreachable', null]])
})
