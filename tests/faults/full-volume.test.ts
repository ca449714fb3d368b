import { expect } from 'vitest'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { busyboxImage } from '../engines/bootstrap/busybox-image.ts'
import { withDockerPlatform } from '../security/support/docker-platform.ts'
import { until } from '../server/until.ts'
import { workloadOf } from '../server/workload-of.ts'

const MIB = 1024 ** 2
const SETTLES_MS = 60_000
const { test, it } = withDockerPlatform({ LONGSHORE_DISK_WATCH_SECONDS: '1', LONGSHORE_LOCAL_IMAGES: busyboxImage })

const service = {
  name: 'app',
  image: busyboxImage,
  command: ['sleep', '5000'],
  cpuMilli: 500,
  memoryBytes: 64 * MIB,
  storageBytes: 512 * MIB,
  stopGraceMs: 0,
}
const volumes = [{ name: 'data', class: 'beta2' as const, sizeBytes: 64 * MIB, mountPath: '/data' }]

const deploy = async (name: string, more: object): Promise<InstanceId> => {
  const { organizationId, projectId } = it.harness
  const configuration = { services: [{ ...service, ...more }] }
  const given = { organizationId, projectId, name, region: 'us-west', configuration }
  const { instance } = await it.harness.call('createInstance', given)
  await it.harness.inState(instance._id, 'Active', SETTLES_MS)
  return instance._id
}
const shell = async (_id: InstanceId, script: string): Promise<string> =>
  (await it.engine.exec(await workloadOf(it.harness.store, { _id }), ['sh', '-c', script])).output
const volumeOf = async (id: InstanceId) => {
  const [volume] = (await it.harness.call('readInstanceVolumes', { id })).volumes
  if (!volume) throw new Error('no volume')
  return volume
}
const eventsOf = async (id: InstanceId) => {
  const { events } = await it.harness.call('readInstanceEvents', { id, skip: 0, limit: 100 })
  return events.map(({ kind }) => kind).filter((kind) => kind.startsWith('volume'))
}
const notices = async () =>
  (await it.harness.store.pool.query<{ title: string }>('select title from notification order by sequence')).rows.map(
    ({ title }) => title,
  )

test('a service that fills its volume is told and then stopped, its neighbours run on, and it recovers', async () => {
  const neighbour = await deploy('Neighbour', {})
  const id = await deploy('Database', { volumes })
  // The engine of the tests enforces no sizes, so the volume is watched.
  expect((await volumeOf(id)).isSizeEnforced).toBe(false)
  await shell(id, 'echo kept > /data/log; head -c 68000000 /dev/zero > /data/big')
  await until(async () => (await eventsOf(id)).includes('volumeFull'), SETTLES_MS)
  expect(await notices()).toContain('The volume data is full')
  expect((await volumeOf(id)).usedBytes).toBeGreaterThan(64 * MIB)
  expect((await it.harness.instance(id)).state).toBe('Active')
  await shell(id, 'rm /data/big')
  await until(async () => (await eventsOf(id))[0] === 'volumeEmptied', SETTLES_MS)
  expect((await it.harness.instance(id)).state).toBe('Active')

  // More than the tolerance: the command ends with its container.
  await shell(id, 'head -c 90000000 /dev/zero > /data/big; sleep 1000').catch(() => {})
  const stopped = await it.harness.inState(id, 'Closed', SETTLES_MS)
  expect(stopped.error).toMatchObject({ code: 'diskLimit', message: expect.stringContaining('its volume data') })
  expect((await it.harness.instance(neighbour)).state).toBe('Active')
  expect(await shell(neighbour, 'echo here')).toBe('here\n')

  await it.harness.call('resizeVolume', { id: (await volumeOf(id))._id, sizeBytes: 128 * MIB })
  await it.harness.call('restartInstance', { id })
  await it.harness.inState(id, 'Active', SETTLES_MS)
  expect(await shell(id, 'cat /data/log; rm /data/big')).toBe('kept\n')
  await until(async () => ((await volumeOf(id)).usedBytes ?? MIB) < MIB, SETTLES_MS)
  expect(await it.harness.instance(id)).toMatchObject({ state: 'Active', error: null })
  for (const each of [id, neighbour]) {
    await it.harness.call('deleteInstance', { id: each })
    await it.harness.waitUntilDeleted(each)
  }
  const { volumes: left } = await it.harness.call('readProjectVolumes', { id: it.harness.projectId })
  for (const { _id } of left) await it.harness.call('deleteVolume', { id: _id })
})
