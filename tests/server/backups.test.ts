import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type Backup, backupPlace } from '../../src/contract/wire/volumes/backup.ts'
import type { Snapshot } from '../../src/contract/wire/volumes/snapshot.ts'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import type { EngineWithVolumes } from './engine-with-volumes.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { until } from './until.ts'
import { clock, MIB, type VolumesHarness, volumeOf, volumesHarness } from './volumes-harness.ts'

let fake: EngineWithVolumes
let harness: VolumesHarness
let s3: S3Server
let instance: Instance
let volume: Volume
beforeAll(async () => {
  s3 = await startS3Server()
  harness = await volumesHarness()
  fake = harness.fake
  const environment = [{ name: 'PASSWORD', value: 'correct-horse', isSecret: true }]
  instance = await harness.deployed(clock({ environment, volumes: [volumeOf('data')] }))
  volume = await harness.volumeNamed('data')
  ;(await harness.filesOf(volume)).set('one', 'first')
})
afterAll(async () => {
  await harness.close()
  await s3.close()
})

type Given = Omit<InputOf<'createBackup'>, 'id'>
const plan = async (more: Partial<Given> = {}): Promise<Backup> => {
  const source = { content: 'volume' as const, volumeId: volume._id }
  const given = { id: harness.projectId, name: 'Nightly', source, schedule: '0 3 * * *', ...more }
  return (await harness.call('createBackup', given)).backup
}
const dump = (command: string[]) => ({
  content: 'dump' as const,
  instanceId: instance._id,
  serviceName: 'clock',
  command,
})
const snapshots = async ({ _id }: Backup): Promise<Snapshot[]> =>
  (await harness.call('readSnapshots', { id: harness.projectId, limit: 200 })).snapshots.filter(
    ({ backup }) => backup?._id === _id,
  )
const start = async (of: Backup): Promise<Snapshot> => {
  const { snapshot } = await harness.call('startBackup', { id: harness.projectId, backupId: of._id })
  return until(async () => (await snapshots(of)).find(({ _id, finishedAt }) => _id === snapshot._id && finishedAt))
}
const due = (of: Backup, column: 'next_at' | 'verify_at', ago: string) =>
  harness.store.pool.query(`update backup set ${column} = now() - $2::interval where id = $1`, [of._id, ago])
const notices = async () =>
  (await harness.store.pool.query('select title, message from notification order by sequence')).rows
const remove = (of: Backup) => harness.call('deleteBackup', { id: harness.projectId, backupId: of._id })

test('a plan that is due is taken once, however long the control plane was away, and verified on its schedule', async () => {
  const nightly = await plan({ verifySchedule: '0 5 * * 0', timeZone: 'Europe/Berlin' })
  expect(nightly).toMatchObject({ source: 'data', last: null, place: null, enabled: true })
  await due(nightly, 'next_at', '9 days')
  const [taken] = await until(async () => {
    const found = await snapshots(nightly)
    return found[0]?.state === 'Available' && found
  })
  const [read] = (await harness.call('readBackups', { id: harness.projectId })).backups
  expect(Date.parse(read?.nextAt ?? '')).toBeGreaterThan(Date.now())
  expect(read?.last).toMatchObject({ _id: taken?._id, state: 'Available' })
  await due(nightly, 'verify_at', '1 minute')
  await until(async () => (await snapshots(nightly))[0]?.verified?.error === null)
  expect(await snapshots(nightly)).toHaveLength(1)
  await remove(nightly)
  // On the platform, its backups stay as snapshots.
  const { snapshots: left } = await harness.call('readSnapshots', { id: harness.projectId })
  expect(left).toMatchObject([{ _id: taken?._id, backup: null }])
})

test('retention removes what is too old with its file', async () => {
  const nightly = await plan({ keepLast: 2 })
  const taken = [await start(nightly), await start(nightly), await start(nightly)]
  await until(async () => (await snapshots(nightly)).length === 2)
  const files = readdirSync(join(harness.data, 'snapshots', harness.organizationId))
  expect(taken.map(({ _id }) => files.includes(`${_id}.tar.zst`))).toEqual([false, true, true])
  await remove(nightly)
})

test('a dump is what its command writes; a failure names its last words without secrets and is notified', async () => {
  const good = await plan({ name: 'Dump', source: dump(['sh', '-c', 'head -c 300000 /dev/zero']) })
  expect(good.source).toBe('Store, clock')
  const taken = await start(good)
  expect(taken).toMatchObject({ state: 'Available', content: 'dump', contentBytes: 300_000, consistency: 'command' })
  expect(taken.storedBytes).toBeLessThan(1000)
  const id = harness.projectId
  await harness.call('verifySnapshot', { id, snapshotId: taken._id })
  await until(async () => (await snapshots(good))[0]?.verified?.error === null)
  await expect(
    harness.call('restoreSnapshot', { id, snapshotId: taken._id, volumeId: volume._id }),
  ).rejects.toMatchObject({ code: 'snapshotUnavailable' })
  const bad = await plan({ name: 'Bad', source: dump(['sh', '-c', 'echo half; echo no correct-horse >&2; exit 2']) })
  const failed = await start(bad)
  expect(failed).toMatchObject({ state: 'Failed', error: { code: 'commandFailed', message: 'It failed: no ••••••\n' } })
  expect(await notices()).toContainEqual({ title: 'The backup Bad failed', message: 'It failed: no ••••••\n' })
  for (const each of [good, bad]) await remove(each)
})

test('backups go to a bucket and are removed there; the secret key is nowhere to be read', async () => {
  const { endpoint, bucket, accessKeyId } = s3
  const place = { endpoint, bucket, accessKeyId, region: 'us-east-1', prefix: 'ships' }
  const secretAccessKey = s3.secretAccessKey
  const nightly = await plan({ name: 'Bucket', place, secretAccessKey, keepLast: 1 })
  const first = await start(nightly)
  expect(first).toMatchObject({ state: 'Available', location: 's3', dailyPriceMicros: 0, error: null })
  expect(s3.objects()).toEqual([`ships/${harness.organizationId}/${first._id}.tar.zst`])
  await harness.call('verifySnapshot', { id: harness.projectId, snapshotId: first._id })
  await until(async () => (await snapshots(nightly))[0]?.verified?.error === null)
  const second = await start(nightly)
  await until(() => Promise.resolve(s3.objects().join().includes(second._id) && s3.objects().length === 1))
  const wrong = 'wrong-secret-key-of-this-test'
  const outsider = await plan({ name: 'Outsider', place: { ...place, accessKeyId: 'nobody' }, secretAccessKey: wrong })
  const denied = await start(outsider)
  expect(denied.error).toEqual({ code: 'storeDenied', message: expect.stringContaining('InvalidAccessKeyId') })
  expect(s3.objects()).toHaveLength(1)
  const audit = await harness.store.pool.query('select * from audit_entry')
  const row = await harness.store.pool.query('select *, encode(secret, $1) as text from backup', ['escape'])
  const seen = [await harness.events(), audit.rows, row.rows, await notices(), await snapshots(outsider), outsider]
  expect(JSON.stringify(seen)).not.toContain(wrong)
  await remove(nightly)
  expect(
    (await harness.call('readSnapshots', { id: harness.projectId })).snapshots.map(({ _id }) => _id),
  ).not.toContain(second._id)
})

test('a dump that never ends takes no more than the quota, and leaves nothing', async () => {
  const set = (bytes: number | null) =>
    harness.store.pool.query(
      `insert into organization_quota (organization_id, storage_bytes) values ($1, $2)
       on conflict (organization_id) do update set storage_bytes = excluded.storage_bytes`,
      [harness.organizationId, bytes],
    )
  const used = async () =>
    (await harness.call('readQuotas', { id: harness.organizationId })).quotas.find(({ name }) => name === 'storage')
      ?.used ?? 0
  const before = await used()
  const endless = await plan({ name: 'Endless', source: dump(['cat', '/dev/urandom']) })
  await set(before)
  await expect(start(endless)).rejects.toMatchObject({ code: 'quotaExceeded' })
  await set(before + 20 * MIB)
  const failed = await start(endless)
  expect(failed).toMatchObject({ state: 'Failed', storedBytes: 0, error: { code: 'quotaExceeded' } })
  expect(readdirSync(join(harness.data, 'snapshots', harness.organizationId)).join()).not.toContain(failed._id)
  expect(await used()).toBe(before)
  await set(null)
  await remove(endless)
})

test('an object that was replaced in its bucket is not read beyond what was stored, and harms nothing', async () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3
  const place = { endpoint, bucket, accessKeyId, region: 'us-east-1', prefix: '' }
  const hostile = await plan({ name: 'Hostile', place, secretAccessKey })
  const taken = await start(hostile)
  s3.replace(s3.objects()[0] ?? '', zstdCompressSync(Buffer.alloc(64 * MIB)))
  const { restore } = await harness.call('verifySnapshot', { id: harness.projectId, snapshotId: taken._id })
  const failed = await until(async () => {
    const { restores } = await harness.call('readSnapshots', { id: harness.projectId })
    return restores.find(({ _id, finishedAt }) => _id === restore._id && finishedAt)
  })
  expect(failed.error).toEqual({
    code: 'brokenArchive',
    message: expect.stringContaining('longer than what was stored'),
  })
  await until(async () => !fake.volumes.has(restore._id))
  await remove(hostile)
})

test('a bucket at a private address is not contacted, unless the operator trusts its host', async () => {
  for (const endpoint of ['http://169.254.169.254', 'http://10.0.0.1:9000', 'http://0xa000001', 'http://[fd00::1]']) {
    const place = { endpoint, bucket: 'harbour', accessKeyId: 'x', region: 'us-east-1' }
    const nightly = await plan({ name: endpoint, place, secretAccessKey: 'y' })
    const failed = await start(nightly)
    expect(failed.error).toEqual({ code: 'storeDenied', message: expect.stringContaining('is not a public address') })
    await remove(nightly)
  }
})

test('what a plan cannot be is rejected at its field', async () => {
  const fieldOf = (field: string) => ({ fields: [{ field, message: expect.any(String) }] })
  await expect(plan({ schedule: 'soon' })).rejects.toMatchObject(fieldOf('schedule'))
  await expect(plan({ timeZone: 'Mars' })).rejects.toMatchObject(fieldOf('timeZone'))
  await expect(plan({ verifySchedule: '0 0 30 2 *' })).rejects.toMatchObject(fieldOf('verifySchedule'))
  const outsider = '00000000-0000-4000-8000-000000000000' as Volume['_id']
  await expect(plan({ source: { content: 'volume', volumeId: outsider } })).rejects.toMatchObject(
    fieldOf('source.volumeId'),
  )
  await expect(plan({ source: { ...dump(['x']), serviceName: 'other' } })).rejects.toMatchObject(
    fieldOf('source.serviceName'),
  )
  const place = { endpoint: s3.endpoint, bucket: 'harbour', accessKeyId: 'x', region: 'us-east-1' }
  await expect(plan({ place })).rejects.toMatchObject(fieldOf('secretAccessKey'))
  const at = (endpoint: string) => v.is(backupPlace, { ...place, endpoint })
  expect(at('https://s3.example.org/path')).toBe(true)
  for (const endpoint of [
    'ftp://a.example',
    'file:///etc',
    'https://me:it@a.example',
    'https://a.example/?x',
    'http://a.example/#x',
  ])
    expect(at(endpoint), endpoint).toBe(false)
})

test('a plan whose volume is gone fails with a notice, and says so in its list', async () => {
  const orphan = await plan({ name: 'Orphan' })
  await harness.store.pool.query('update backup set volume_id = null where id = $1', [orphan._id])
  await due(orphan, 'next_at', '1 minute')
  const failed = await until(async () => (await snapshots(orphan))[0])
  expect(failed).toMatchObject({ state: 'Failed', error: { message: expect.stringContaining('was deleted') } })
  expect((await notices()).at(-1)).toMatchObject({ title: 'The backup Orphan failed' })
})
