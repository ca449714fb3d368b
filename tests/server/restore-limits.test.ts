import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snapshot } from '../../src/contract/wire/volumes/snapshot.ts'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { until } from './until.ts'
import { clock, type VolumesHarness, volumeOf, volumesHarness } from './volumes-harness.ts'

let harness: VolumesHarness
let volume: Volume
/** Copies into new data wait for it. */
let open: (() => void) | undefined
beforeAll(async () => {
  harness = await volumesHarness()
  const importVolume = harness.fake.engine.importVolume
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  harness.fake.engine.importVolume = async (...given) => {
    await gate
    return importVolume(...given)
  }
  await harness.deployed(clock({ volumes: [volumeOf('data')] }))
  volume = await harness.volumeNamed('data')
})
afterAll(async () => {
  open?.()
  await harness.close()
})

const lists = () => harness.call('readSnapshots', { id: harness.projectId, limit: 200 })
const available = (id: Snapshot['_id']) =>
  until(async () => (await lists()).snapshots.find(({ _id, state }) => _id === id && state === 'Available'))
const take = async () => {
  const { snapshot } = await harness.call('createSnapshot', { id: volume._id, name: 'Before' })
  return available(snapshot._id)
}
const verify = ({ _id: snapshotId }: Snapshot) => harness.call('verifySnapshot', { id: harness.projectId, snapshotId })

test('an organisation has two restores at once and a snapshot one, and a plan waits for its turn without a word', async () => {
  const source = { content: 'volume' as const, volumeId: volume._id }
  const given = { id: harness.projectId, name: 'Nightly', source, schedule: '0 3 * * *', verifySchedule: '0 4 * * *' }
  const { backup } = await harness.call('createBackup', given)
  const started = await harness.call('startBackup', { id: harness.projectId, backupId: backup._id })
  const nightly = await available(started.snapshot._id)
  const [first, second, third] = [await take(), await take(), await take()]

  await verify(first)
  await expect(verify(first)).rejects.toMatchObject({
    code: 'tooManyRestores',
    message: 'This snapshot is being restored already. Wait for it.',
  })
  const into = { id: harness.projectId, snapshotId: second._id, newVolume: 'copy' }
  // Of two requests at once, one is admitted.
  const both = await Promise.allSettled([harness.call('restoreSnapshot', into), verify(third)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const rejected = both.find((result) => result.status === 'rejected')
  expect(rejected?.reason).toMatchObject({ code: 'tooManyRestores', message: expect.stringContaining('2 restores') })

  await harness.store.pool.query(`update backup set verify_at = now() - interval '1 minute' where id = $1`, [
    backup._id,
  ])
  // Passes of the scheduler that come after it leave it due: another plan of the same time is begun meanwhile.
  const other = (await harness.call('createBackup', { ...given, name: 'Other' })).backup
  await harness.store.pool.query(`update backup set next_at = now() where id = $1`, [other._id])
  await until(async () => (await lists()).snapshots.some(({ backup: of }) => of?._id === other._id))
  const plan = async () =>
    (await harness.call('readBackups', { id: harness.projectId })).backups.find(({ _id }) => _id === backup._id)
  expect(Date.parse((await plan())?.verifyAt ?? '')).toBeLessThan(Date.now())
  expect((await lists()).restores).toHaveLength(2)

  open?.()
  await until(async () => (await lists()).snapshots.find(({ _id }) => _id === nightly._id)?.verified?.error === null)
  expect(Date.parse((await plan())?.verifyAt ?? '')).toBeGreaterThan(Date.now())
  const { rows } = await harness.store.pool.query(`select title from notification where title like '%restore%'`)
  expect(rows).toEqual([])
})
