import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetObject } from '../../server/compute/snapshots/work/forget-object.ts'
import type { Log } from '../../server/log.ts'
import { snapshots } from '../../server/store/schema.ts'
import type { Backup } from '../../src/contract/wire/volumes/backup.ts'
import type { Snapshot } from '../../src/contract/wire/volumes/snapshot.ts'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { until } from './until.ts'
import { clock, type VolumesHarness, volumeOf, volumesHarness } from './volumes-harness.ts'

let harness: VolumesHarness
let s3: S3Server
let volume: Volume
let plan: Backup
beforeAll(async () => {
  s3 = await startS3Server()
  harness = await volumesHarness()
  await harness.deployed(clock({ volumes: [volumeOf('data')] }))
  volume = await harness.volumeNamed('data')
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3
  const { backup } = await harness.call('createBackup', {
    id: harness.projectId,
    name: 'Nightly',
    source: { content: 'volume', volumeId: volume._id },
    schedule: '0 3 * * *',
    place: { endpoint, bucket, accessKeyId, region: 'us-east-1', prefix: 'ships' },
    secretAccessKey,
  })
  plan = backup
})
afterAll(() => harness.close())

const take = async (): Promise<Snapshot> => {
  const { snapshot } = await harness.call('startBackup', { id: harness.projectId, backupId: plan._id })
  return until(async () => {
    const { snapshots: found } = await harness.call('readSnapshots', { id: harness.projectId })
    return found.find(({ _id, state }) => _id === snapshot._id && state === 'Available')
  })
}
const rowOf = async (id: Snapshot['_id']) => {
  const [row] = await harness.store.db.select().from(snapshots).where(eq(snapshots.id, id))
  return row
}

test('a backup that its bucket does not let go is given up after ten attempts, and its author is told what stays', async () => {
  const logged: object[] = []
  const log = { ...harness.log, warn: (fields: object) => logged.push(fields) } as unknown as Log
  const { _id } = await take()
  const row = await rowOf(_id)
  if (!row) throw new Error('no snapshot')
  const attempt = (failures: number, state: 'Deleting' | 'Available' = 'Deleting') =>
    forgetObject({ db: harness.store.db, log }, { ...row, state }, { failures, message: 'It is gone.' })
  expect(await attempt(9, 'Available')).toBe(false)
  await harness.store.pool.query(
    `update snapshot set state = 'Deleting', lease_owner = 'another process', lease_until = now() + interval '1 hour'
     where id = $1`,
    [_id],
  )
  expect([await attempt(8), (await rowOf(_id))?.state]).toEqual([false, 'Deleting'])
  expect([await attempt(9), await rowOf(_id)]).toEqual([true, undefined])
  const key = `ships/${harness.organizationId}/${_id}.tar.zst`
  expect(logged).toMatchObject([{ snapshotId: _id, bucket: s3.bucket, endpoint: s3.host, key, reason: 'It is gone.' }])
  const { rows } = await harness.store.pool.query(`select message from notification where title like '%stays in%'`)
  expect(rows).toEqual([{ message: `It is gone. Delete ${key} in ${s3.bucket} yourself.` }])
})

test('a bucket that is gone does not keep the volumes and files of a deleted organisation', async () => {
  const taken = [await take(), await take()]
  const { snapshot } = await harness.call('createSnapshot', { id: volume._id, name: 'Local' })
  await until(async () => (await rowOf(snapshot._id))?.state === 'Available')
  await s3.close()
  await harness.store.pool.query('update organization set deleted_at = now() where id = $1', [harness.organizationId])
  await until(async () => (await harness.compute.removeInstancesOf(harness.organizationId)) === 0)
  for (const { _id } of taken) expect(await rowOf(_id)).toBeUndefined()
  expect(harness.fake.volumes.size).toBe(0)
})
