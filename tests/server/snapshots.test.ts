import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routerOptions } from '../../server/http/app.ts'
import { permissions } from '../../src/contract/access.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { Snapshot } from '../../src/contract/wire/volumes/snapshot.ts'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import type { EngineWithVolumes } from './engine-with-volumes.ts'
import { until } from './until.ts'
import { clock, GIB, type VolumesHarness, volumeOf, volumesHarness } from './volumes-harness.ts'

let fake: EngineWithVolumes
let harness: VolumesHarness
beforeAll(async () => {
  harness = await volumesHarness({ LONGSHORE_QUOTA_STORAGE_MB: String(12 * 1024) })
  fake = harness.fake
})
afterAll(() => harness.close())

const deploy = (name: string): Promise<Instance> => harness.deployed(clock({ volumes: [volumeOf(name)] }))
const volumeNamed = (name: string) => harness.volumeNamed(name)
const lists = () => harness.call('readSnapshots', { id: harness.projectId })
const dataOf = async ({ _id }: Volume): Promise<string> => {
  const { rows } = await harness.store.pool.query('select coalesce(data_id, id) as id from volume where id = $1', [_id])
  return rows[0].id
}
const filesOf = (volume: Volume) => harness.filesOf(volume)
const take = async (volume: Volume, pause = false): Promise<Snapshot> => {
  const { snapshot } = await harness.call('createSnapshot', { id: volume._id, name: 'Before', pause })
  return until(async () => {
    const found = (await lists()).snapshots.find(({ _id }) => _id === snapshot._id)
    return found?.state === 'Available' || found?.state === 'Failed' ? found : undefined
  })
}
const restored = (id: string) =>
  until(async () => {
    const found = (await lists()).restores.find(({ _id }) => _id === id)
    return found?.finishedAt ? found : undefined
  })
const restore = async ({ _id: snapshotId }: Snapshot, into: { volumeId?: Volume['_id']; newVolume?: string }) => {
  const { restore: made } = await harness.call('restoreSnapshot', { id: harness.projectId, snapshotId, ...into })
  return restored(made._id)
}
const storedFiles = () => readdirSync(join(harness.data, 'snapshots', harness.organizationId))
const used = async () =>
  (await harness.call('readQuotas', { id: harness.organizationId })).quotas.find(({ name }) => name === 'storage')?.used

test('a snapshot is taken while its workload runs, costs what it takes, and is deleted with its file', async () => {
  await deploy('running')
  const volume = await volumeNamed('running')
  ;(await filesOf(volume)).set('one', 'first')
  const before = (await used()) ?? 0
  const snapshot = await take(volume)
  expect(snapshot).toMatchObject({
    state: 'Available',
    consistency: 'running',
    entries: 1,
    source: 'running',
    error: null,
  })
  expect(snapshot.dailyPriceMicros).toBeGreaterThan(0)
  expect(snapshot.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(storedFiles()).toEqual([`${snapshot._id}.tar.zst`])
  expect((await used()) ?? 0).toBe(before + snapshot.storedBytes)
  const open = () =>
    harness.store.pool.query(
      `select storage_bytes::float8 as bytes from usage_interval where subject_id = $1 and ended_at is null`,
      [snapshot._id],
    )
  expect((await open()).rows).toEqual([{ bytes: snapshot.storedBytes }])
  await harness.call('deleteSnapshot', { id: harness.projectId, snapshotId: snapshot._id })
  await until(async () => (await lists()).totalCount === 0)
  expect(storedFiles()).toEqual([])
  expect((await open()).rows).toEqual([])
  expect(await used()).toBe(before)
  expect((await harness.events()).filter(({ kind }) => kind === 'snapshotsChanged').length).toBeGreaterThan(2)
})

test('with a pause, workloads are frozen only while the copy is made', async () => {
  const snapshot = await take(await volumeNamed('running'), true)
  expect(snapshot.consistency).toBe('paused')
  expect(fake.paused.size).toBe(0)
})

test('a restore replaces the data of a volume in use with a restart, and removes the old data', async () => {
  const instance = await deploy('inplace')
  const volume = await volumeNamed('inplace')
  ;(await filesOf(volume)).set('one', 'good')
  const snapshot = await take(volume)
  ;(await filesOf(volume)).set('one', 'bad').set('two', 'new')
  const old = await dataOf(volume)
  expect(await restore(snapshot, { volumeId: volume._id })).toMatchObject({ state: 'Succeeded', kind: 'inPlace' })
  expect([...(await filesOf(volume))]).toEqual([['one', 'good']])
  await until(async () => !fake.volumes.has(old))
  const { deployments } = await harness.instance(instance._id)
  expect(deployments[0]).toMatchObject({ number: 2 })
  await until(async () => fake.started.at(-1)?.mounts?.[0]?.volumeId === (await dataOf(volume)))
})

test('a restore into a new volume cannot be mounted before it is whole, and leaves the old one alone', async () => {
  const volume = await volumeNamed('inplace')
  const [snapshot] = (await lists()).snapshots.filter(({ volumeId }) => volumeId === volume._id)
  if (!snapshot) throw new Error('no snapshot')
  await expect(restore(snapshot, { newVolume: 'inplace' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(restore(snapshot, {})).rejects.toMatchObject({ code: 'invalid' })
  expect(await restore(snapshot, { newVolume: 'copy' })).toMatchObject({ state: 'Succeeded', target: 'copy' })
  const copy = await volumeNamed('copy')
  expect(copy).toMatchObject({ state: 'Available', attachment: null, sizeBytes: GIB })
  expect([...(await filesOf(copy))]).toEqual([['one', 'good']])
  const { rows } = await harness.store.pool.query(
    'select 1 from usage_interval where subject_id = $1 and ended_at is null',
    [copy._id],
  )
  expect(rows).toHaveLength(1)
  await harness.call('deleteVolume', { id: copy._id })
  expect(fake.volumes.has(await restoreIdOf('copy'))).toBe(false)
})

test('a test restore says when a snapshot was verified, and a damaged one is found and never replaces data', async () => {
  const volume = await volumeNamed('inplace')
  const [snapshot] = (await lists()).snapshots.filter(({ volumeId }) => volumeId === volume._id)
  if (!snapshot) throw new Error('no snapshot')
  const verify = async () => {
    const input = { id: harness.projectId, snapshotId: snapshot._id }
    return restored((await harness.call('verifySnapshot', input)).restore._id)
  }
  const verified = async () => (await lists()).snapshots.find(({ _id }) => _id === snapshot._id)?.verified
  const count = fake.volumes.size
  expect(await verify()).toMatchObject({ state: 'Succeeded', kind: 'rehearsal', volumeId: null })
  expect(await verified()).toEqual({ at: expect.any(String), error: null })
  await until(async () => fake.volumes.size === count)
  const path = join(harness.data, 'snapshots', harness.organizationId, `${snapshot._id}.tar.zst`)
  const bytes = readFileSync(path)
  bytes[bytes.length - 10] = (bytes[bytes.length - 10] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
  expect(await verify()).toMatchObject({ state: 'Failed', error: { code: 'brokenArchive' } })
  expect(await verified()).toMatchObject({ error: expect.stringContaining('damaged') })
  expect(await restore(snapshot, { volumeId: volume._id })).toMatchObject({ state: 'Failed' })
  expect([...(await filesOf(volume))]).toEqual([['one', 'good']])
  await until(async () => fake.volumes.size === count)
  const { rows } = await harness.store.pool.query(`select title from notification where title like '%restore of%'`)
  expect(rows).toHaveLength(2)
})

test('a snapshot with the longest name is downloaded, and an archive is uploaded, through their routes', async () => {
  const app = Fastify({ routerOptions })
  const scope = { organizationId: harness.organizationId, role: 'owner' as const, permissions }
  harness.compute.registerRoutes(app, {
    authorize: async () => scope,
    recheck: async (caller) => caller,
    rights: { on: () => () => {} },
  })
  const volume = await volumeNamed('inplace')
  const name = '\u6e2f'.repeat(60)
  const { url } = await harness.call('uploadArchive', { id: volume._id, name })
  const archive = pack()
  archive.entry({ name: 'one' }, 'sent')
  archive.finalize()
  const payload = await buffer(archive.pipe(new PassThrough()))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = await (await fetch(address + url, { method: 'PUT', body: new Uint8Array(payload), headers })).json()
  expect(sent).toMatchObject({ snapshot: { name, state: 'Available', entries: 1 } })
  const given = { id: harness.projectId, snapshotId: sent.snapshot._id }
  const received = await fetch(address + (await harness.call('downloadSnapshot', given)).url)
  expect(received.status).toBe(200)
  expect(await received.text()).toContain('sent')
  const bad = await harness.call('uploadArchive', { id: volume._id, name: 'Bad' })
  const noArchive = { method: 'PUT', body: new Uint8Array(8 * 1024 ** 2).fill(1), headers }
  const response = await (await fetch(address + bad.url, noArchive)).json()
  expect(response).toMatchObject({ message: 'The archive cannot be read.' })
  await app.close()
  await harness.call('deleteSnapshot', given)
  await until(async () =>
    (await lists()).snapshots.every(({ _id, name }) => _id !== given.snapshotId && name !== 'Bad'),
  )
})

test('scratch data of a restore whose process is dead is removed, and known volumes never are', async () => {
  const volume = await volumeNamed('inplace')
  const known = await dataOf(volume)
  const [snapshot] = (await lists()).snapshots.filter(({ volumeId }) => volumeId === volume._id)
  if (!snapshot) throw new Error('no snapshot')
  const { rows } = await harness.store.pool.query<{ id: string }>(
    `insert into restore (organization_id, project_id, snapshot_id, kind, target, state, lease_owner, lease_until)
     values ($1, $2, $3, 'rehearsal', 'x', 'Running', 'a dead process', now() - interval '1 s') returning id`,
    [harness.organizationId, harness.projectId, snapshot._id],
  )
  const scratch = rows[0]?.id ?? ''
  await fake.engine.createVolume({ id: scratch, labels: {} })
  expect(await restored(scratch)).toMatchObject({ state: 'Failed' })
  await until(async () => !fake.volumes.has(scratch))
  expect(fake.volumes.has(known)).toBe(true)
})

test('what is not there cannot be copied, and a project with snapshots is not deleted', async () => {
  const volume = await volumeNamed('inplace')
  await harness.store.pool.query('update volume set used_bytes = $2 where id = $1', [volume._id, 13 * GIB])
  await expect(take(volume)).rejects.toMatchObject({ code: 'quotaExceeded' })
  const { organizationId, projectId } = harness
  const other = await harness.call('createProject', { organizationId, name: 'Other' })
  const [snapshot] = (await lists()).snapshots
  if (!snapshot) throw new Error('no snapshot')
  const snapshotId = snapshot._id
  for (const name of ['deleteSnapshot', 'verifySnapshot'] as const)
    await expect(harness.call(name, { id: other._id, snapshotId })).rejects.toMatchObject({ code: 'notFound' })
  await harness.store.pool.query(`update snapshot set project_id = $1 where id = $2`, [other._id, snapshotId])
  await expect(harness.call('deleteProject', { id: other._id })).rejects.toMatchObject({
    message: 'This project still has snapshots. Delete them first.',
  })
  await harness.store.pool.query(`update snapshot set project_id = $1 where id = $2`, [projectId, snapshotId])
})

test('an archived project is neither copied, restored nor enlarged', async () => {
  const volume = await volumeNamed('inplace')
  const [snapshot] = (await lists()).snapshots
  if (!snapshot) throw new Error('no snapshot')
  const set = (state: string) =>
    harness.store.pool.query('update project set state = $2 where id = $1', [harness.projectId, state])
  await harness.store.pool.query('update volume set used_bytes = 0 where id = $1', [volume._id])
  await set('ARCHIVED')
  const rejected = { code: 'projectArchived' }
  await expect(take(volume)).rejects.toMatchObject(rejected)
  await expect(restore(snapshot, { newVolume: 'other' })).rejects.toMatchObject(rejected)
  await expect(harness.call('resizeVolume', { id: volume._id, sizeBytes: 2 * GIB })).rejects.toMatchObject(rejected)
  await set('MAINTAINED')
})

test('snapshots and their files go with their organisation', async () => {
  expect(await harness.compute.removeInstancesOf(harness.organizationId)).toBe(0)
  expect(storedFiles()).toEqual([])
  expect(fake.volumes.size).toBe(0)
})

async function restoreIdOf(target: string): Promise<string> {
  const { rows } = await harness.store.pool.query('select id from restore where target = $1', [target])
  return rows[0].id
}
