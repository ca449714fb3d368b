import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { removeKeptData, resume, stopForFunds } from '../../server/compute/funds/stop-for-funds.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { installationId } from '../../server/start-up/installation.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { withVolumes } from './engine-with-volumes.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-funds-'))
const processes = createProcessEngine({ dataFolder: folder })
const data = withVolumes(processes)
const regionFile = join(folder, 'regions.json')

let harness: ComputeHarness
beforeAll(async () => {
  writeFileSync(regionFile, JSON.stringify([{ name: 'us-west', title: 'US West', storage: { beta2: 20 } }]))
  harness = await computeHarness({
    engine: data.engine,
    environment: {
      LONGSHORE_REGIONS: regionFile,
      LONGSHORE_DISK_WATCH_SECONDS: '1',
      LONGSHORE_DATA: join(folder, 'data'),
      LONGSHORE_RESERVE_DISK_MB: '1',
    },
  })
  await installationId(harness.store.pool)
})
afterEach(async () => {
  await start()
  await until(async () => (await pending()) === 0, 25_000)
})
afterAll(async () => {
  await harness?.close()
  await processes.close()
  rmSync(folder, { recursive: true, force: true })
})

const stop = () => stopForFunds(harness.store.db, harness.organizationId)
const start = () => resume(harness.store.db, harness.organizationId)
const pending = async () => {
  const { rows } = await harness.store.pool.query('select 1 from instance where stop_reason is not null')
  return rows.length
}
const clock = { name: 'app', image: 'longshore/clock:1', cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: 2 ** 29 }
const volumes = [{ name: 'ledger', class: 'beta2' as const, sizeBytes: 2 ** 30, mountPath: '/data' }]

const create = async (more: object = {}): Promise<InstanceId> => {
  const { organizationId, projectId } = harness
  const configuration = { services: [{ ...clock, ...more }] }
  const given = { organizationId, projectId, name: 'Ferry', region: 'us-west', configuration }
  return (await harness.call('createInstance', given)).instance._id
}
const deploy = async (more: object = {}): Promise<InstanceId> => {
  const id = await create(more)
  await harness.inState(id, 'Active')
  return id
}
const active = (id: InstanceId) =>
  until(async () => {
    const instance = await harness.instance(id)
    return instance.state === 'Active' && instance.activeDeployment === instance.desiredDeployment && instance
  }, 25_000)
const servicesOf = async (id: InstanceId) => {
  const { deployments } = await harness.call('readDeployments', { id })
  return { newest: deployments[0]?.configuration?.services, deployments }
}
const workloads = async (...ids: InstanceId[]) =>
  (await data.engine.list()).filter(({ labels }) => ids.some((id) => id === labels.instance)).length

test('a stop closes what runs and keeps the rest, and resuming starts exactly that again', async () => {
  const [store, replaced, closed] = [await deploy({ volumes }), await deploy(), await deploy()]
  await harness.call('closeInstance', { id: closed, organizationId: harness.organizationId })
  await harness.inState(closed, 'Closed')
  const host = async () =>
    (await harness.store.pool.query('select host from instance where id = $1', [store])).rows[0]?.host
  const before = await host()
  // Stopped in the middle of an update: what served is what runs again.
  const broken = {
    services: [{ ...clock, image: 'longshore/trouble:1', environment: [{ name: 'MODE', value: 'exit' }] }],
  }
  await harness.call('updateInstance', { id: replaced, configuration: broken })

  expect(await stop()).toEqual({ isChanged: true })
  for (const id of [store, replaced]) {
    const stopped = await harness.inState(id, 'Closed')
    expect(stopped).toMatchObject({
      desiredState: 'closed',
      error: { code: 'fundsStopped', message: expect.stringContaining('balance of the organisation is used up') },
    })
    const { events } = await harness.call('readInstanceEvents', { id, skip: 0, limit: 100 })
    expect(events.find(({ kind }) => kind === 'instanceStopped')).toMatchObject({
      actor: null,
      data: { reason: 'funds' },
    })
  }
  expect(await workloads(store, replaced, closed)).toBe(0)
  expect(data.volumes.size).toBe(1)

  await expect(create()).rejects.toMatchObject({ code: 'fundsStopped' })
  await expect(harness.call('restartInstance', { id: closed })).rejects.toMatchObject({ code: 'fundsStopped' })

  await start()
  expect(await active(store)).toMatchObject({ error: null, status: 'Deployed' })
  await active(replaced)
  expect((await servicesOf(store)).newest).toMatchObject([{ image: clock.image, volumes }])
  expect((await servicesOf(replaced)).newest).toMatchObject([{ image: clock.image }])
  expect((await servicesOf(store)).deployments[0]).toMatchObject({ reason: 'restart', repeats: 1, createdBy: null })
  expect(await host()).toBe(before)
  expect([...data.volumes.keys()]).toHaveLength(1)
  expect((await harness.instance(closed)).state).toBe('Closed')
})

test('an instance that its user closes during a stop stays closed', async () => {
  const id = await deploy()
  await stop()
  await harness.inState(id, 'Closed')
  await harness.call('closeInstance', { id, organizationId: harness.organizationId })
  await start()
  await create()
  expect(await harness.instance(id)).toMatchObject({ state: 'Closed', desiredState: 'closed' })
})

test('repeated, at once, on two nodes and killed in the middle, a stop and its end have the same result', async () => {
  const ids = [await deploy(), await deploy()]
  const other = harness.another()
  await other.start()
  await Promise.all([stop(), stop(), stop()])
  await Promise.all([start(), stop(), start(), stop()])
  await stop()
  // The other node takes over at once, as after a kill.
  await harness.compute.stop()
  for (const id of ids) await harness.inState(id, 'Closed')
  expect(await workloads(...ids)).toBe(0)
  await Promise.all([start(), start(), start()])
  for (const id of ids) {
    await active(id)
    const { events } = await harness.call('readInstanceEvents', { id, skip: 0, limit: 100 })
    const count = (kind: string) => events.filter((event) => event.kind === kind).length
    expect(count('instanceResumed')).toBe(count('instanceStopped'))
  }
  expect(await workloads(...ids)).toBe(2)
  expect(new Set(await Promise.all(ids.map((id) => workloadOf(harness.store, { _id: id })))).size).toBe(2)
})

test('kept volumes and snapshots are deleted only after the retention, and not once the organisation runs again', async () => {
  const { db, pool } = harness.store
  const { organizationId } = harness
  const named = { ...volumes[0], name: 'ledger-2' }
  const id = await deploy({ volumes: [named] })
  const left = async () => {
    const { rows } = await pool.query(`select 1 from volume where name = 'ledger-2'`)
    return rows.length
  }
  const snapshotsLeft = async () => (await pool.query('select is_remote from snapshot')).rows
  const { rows } = await pool.query(`select id from volume where name = 'ledger-2'`)
  await harness.call('createSnapshot', { id: rows[0].id, name: 'Before' })
  await until(async () => (await pool.query(`select 1 from snapshot where state = 'Available'`)).rows.length === 1)
  // A backup in a bucket of the organisation is its own.
  await pool.query(
    `insert into snapshot (organization_id, project_id, content, source, class, volume_bytes, stored_bytes, region, name, state, is_remote)
     values ($1, $2, 'volume', 'x', 'beta2', 1, 0, 'us-west', 'remote', 'Available', true)`,
    [organizationId, harness.projectId],
  )
  const inAnHour = new Date(Date.now() + 3_600_000)
  const none = { volumes: 0, snapshots: 0 }
  expect(await removeKeptData(db, organizationId, inAnHour)).toEqual(none)
  await stop()
  await harness.inState(id, 'Closed')
  expect(await removeKeptData(db, organizationId, new Date(Date.now() - 3_600_000))).toEqual(none)
  expect([await left(), (await snapshotsLeft()).length]).toEqual([1, 2])
  const results = await Promise.all([1, 2].map(() => removeKeptData(db, organizationId, inAnHour)))
  expect(Math.max(...results.map((deleting) => deleting.volumes))).toBeGreaterThan(0)
  expect(Math.max(...results.map((deleting) => deleting.snapshots))).toBe(1)
  await until(async () => (await left()) === 0 && (await snapshotsLeft()).length === 1, 20_000)
  expect(await snapshotsLeft()).toEqual([{ is_remote: true }])
  expect(await removeKeptData(db, organizationId, inAnHour)).toEqual(none)
  expect([await stop(), await stop()]).toEqual([{ isChanged: false }, { isChanged: false }])
  await pool.query('delete from snapshot')
  expect([await start(), await start()]).toEqual([{ isChanged: true }, { isChanged: false }])
  // It runs again with an empty volume.
  await active(id)
  expect(await left()).toBe(1)
})

test('an operator stops and resumes an organisation by its name, and both are in the log', async () => {
  const admin = async (...args: string[]) => {
    let out = ''
    const write = (text: string) => {
      out += text
    }
    const env = { DATABASE_URL: harness.store.url }
    const status = await runAdmin([...args, '--by', 'Olga'], { env, write, writeError: write })
    return { status, out }
  }
  expect(await admin('funds', 'stop', 'harbour')).toEqual({
    status: 0,
    out: expect.stringContaining('is being closed'),
  })
  expect(await admin('funds', 'stop', 'harbour')).toEqual({
    status: 0,
    out: expect.stringContaining('Nothing changed'),
  })
  await expect(create()).rejects.toMatchObject({ code: 'fundsStopped' })
  expect((await admin('funds', 'remove-data', 'harbour')).out).toContain('Nothing is kept that may be deleted')
  expect((await admin('funds', 'remove-data', 'harbour', '--days', 'x')).status).toBe(2)
  expect((await admin('funds', 'resume', harness.organizationId)).out).toContain('is being started again')
  expect((await admin('funds', 'stop', 'nobody')).status).toBe(2)
  const { out } = await admin('log')
  expect(out).toMatch(/Olga\tfunds\.resumed\t-\tharbour[\s\S]*Olga\tfunds\.stopped\t-\tharbour/)
})
