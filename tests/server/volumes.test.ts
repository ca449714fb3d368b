import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { hasReleased, withVolumeAt } from '../../src/instances/volumes/attach-volume.ts'
import type { EngineWithVolumes } from './engine-with-volumes.ts'
import { until } from './until.ts'
import {
  clock,
  GIB,
  MIB,
  type ServiceInput,
  type VolumesHarness,
  volumeOf as volume,
  volumesHarness,
} from './volumes-harness.ts'

let fake: EngineWithVolumes
let harness: VolumesHarness
beforeAll(async () => {
  harness = await volumesHarness({
    LONGSHORE_DISK_WATCH_SECONDS: '1',
    LONGSHORE_QUOTA_STORAGE_MB: String(30 * 1024),
  })
  fake = harness.fake
})
afterAll(() => harness.close())

const create = (...services: ServiceInput[]) => harness.create(...services)
const deploy = (...services: ServiceInput[]) => harness.deployed(...services)
const volumeNamed = (name: string) => harness.volumeNamed(name)
const remove = async ({ _id: id }: Instance) => {
  await harness.call('deleteInstance', { id })
  await harness.waitUntilDeleted(id)
}
const fieldsOf = (place: number, field = '') => ({
  code: 'invalid',
  fields: [{ field: `configuration.services.0.volumes.${place}${field}`, message: expect.any(String) }],
})

test('a volume is created by the configuration, kept when its instance is deleted, and attached to another', async () => {
  const first = await deploy(clock({ volumes: [volume('data')] }))
  const made = await volumeNamed('data')
  expect(made).toMatchObject({
    state: 'Available',
    sizeBytes: GIB,
    attachment: { instanceId: first._id, service: 'clock', mountPath: '/data' },
  })
  expect(fake.started.at(-1)?.mounts).toEqual([{ volumeId: made._id, path: '/data' }])
  await expect(create(clock({ volumes: [volume('data')] }))).rejects.toMatchObject(fieldsOf(0, '.name'))
  await expect(harness.call('deleteVolume', { id: made._id })).rejects.toMatchObject({ code: 'volumeInUse' })
  await remove(first)
  expect(await volumeNamed('data')).toMatchObject({ _id: made._id, attachment: null })
  expect(fake.volumes.has(made._id)).toBe(true)
  const second = await deploy(clock({ volumes: [volume('data', { mountPath: '/srv' })] }))
  expect(await volumeNamed('data')).toMatchObject({ _id: made._id, attachment: { instanceId: second._id } })
  expect(fake.started.at(-1)?.mounts).toEqual([{ volumeId: made._id, path: '/srv' }])
  await remove(second)
  await harness.call('deleteVolume', { id: made._id })
  await expect(volumeNamed('data')).rejects.toThrow('no volume')
  expect(fake.volumes.has(made._id)).toBe(false)
})

test('a volume of a closed instance can be taken over, and is not taken back', async () => {
  const first = await deploy(clock({ volumes: [volume('shared')] }))
  await harness.call('closeInstance', { id: first._id, organizationId: harness.organizationId })
  await harness.inState(first._id, 'Closed')
  const second = await deploy(clock({ volumes: [volume('shared')] }))
  expect((await volumeNamed('shared')).attachment).toMatchObject({ instanceId: second._id })
  await expect(harness.call('restartInstance', { id: first._id })).rejects.toMatchObject(fieldsOf(0, '.name'))
  await remove(first)
  expect((await volumeNamed('shared')).attachment).toMatchObject({ instanceId: second._id })
  await remove(second)
})

test('a volume moves to a running instance once its holder is deployed without it', async () => {
  const holder = await deploy(clock({ volumes: [volume('moving')] }))
  const target = await deploy(clock())
  const configurationOf = async ({ desiredDeployment }: Instance) => {
    if (!desiredDeployment) throw new Error('no deployment')
    const { deployment } = await harness.call('readDeployment', { id: desiredDeployment })
    if (!deployment.configuration) throw new Error('no configuration')
    return { baseDeployment: deployment.number, configuration: deployment.configuration }
  }
  const change = async (instance: Instance, place: { service: string; mountPath: string } | null) => {
    const { baseDeployment, configuration } = await configurationOf(instance)
    const next = withVolumeAt(configuration, await volumeNamed('moving'), place)
    return harness.call('updateInstance', { id: instance._id, baseDeployment, configuration: next })
  }
  const place = { service: 'clock', mountPath: '/srv' }
  await expect(change(target, place)).rejects.toMatchObject(fieldsOf(0, '.name'))
  const isReleased = async () => {
    const { replicas } = await harness.call('readReplicas', { id: holder._id })
    return hasReleased(await harness.instance(holder._id), replicas)
  }
  await change(holder, null)
  await until(isReleased)
  await change(target, place)
  expect((await volumeNamed('moving')).attachment).toEqual({ instanceId: target._id, ...place })
  await remove(holder)
  await remove(target)
})

test('an update of an instance with a volume ends the old replica first, and says how long that took', async () => {
  const instance = await deploy(clock({ volumes: [volume('log')] }))
  const replicas = async () =>
    (
      await harness.store.pool.query(
        `select d.number, r.created_at, r.removed_at, r.active_since from replica r
         join deployment d on d.id = r.deployment_id where r.instance_id = $1 order by d.number`,
        [instance._id],
      )
    ).rows
  await harness.call('updateInstance', {
    id: instance._id,
    configuration: { services: [clock({ volumes: [volume('log')], environment: [{ name: 'MARK', value: 'new' }] })] },
  })
  await until(async () => (await harness.instance(instance._id)).deployments[0]?.status === 'Deployed')
  const [before, after] = await replicas()
  expect(before.removed_at.getTime()).toBeLessThanOrEqual(after.created_at.getTime())
  const { volumes, lastGapMs } = await harness.call('readInstanceVolumes', { id: instance._id })
  expect(volumes.map(({ name }) => name)).toEqual(['log'])
  expect(lastGapMs).toBeGreaterThan(0)
  await remove(instance)
})

test('a service with a volume has one replica, and a volume one service and an offered class', async () => {
  await expect(create(clock({ replicas: 2, volumes: [volume('one')] }))).rejects.toMatchObject(fieldsOf(0))
  await expect(
    create(clock({ volumes: [volume('one')] }), clock({ name: 'other', volumes: [volume('one')] })),
  ).rejects.toMatchObject({ fields: [{ field: 'configuration.services.1.volumes.0.name' }] })
  await expect(create(clock({ volumes: [volume('one', { class: 'beta3' })] }))).rejects.toMatchObject(
    fieldsOf(0, '.class'),
  )
  const { volumes } = await harness.call('readProjectVolumes', { id: harness.projectId })
  expect(volumes.filter(({ name }) => name === 'one')).toEqual([])
})

test('a volume grows by its configuration or by itself, and a smaller request changes nothing', async () => {
  const instance = await deploy(clock({ volumes: [volume('grow')] }))
  const { _id: id, dailyPriceMicros } = await volumeNamed('grow')
  await expect(harness.call('resizeVolume', { id, sizeBytes: GIB })).rejects.toMatchObject({ code: 'invalid' })
  await harness.call('resizeVolume', { id, sizeBytes: 3 * GIB })
  await harness.call('restartInstance', { id: instance._id })
  const grown = await volumeNamed('grow')
  expect(grown).toMatchObject({ sizeBytes: 3 * GIB })
  expect(Math.abs(grown.dailyPriceMicros - dailyPriceMicros * 3)).toBeLessThan(3)
  const { rows } = await harness.store.pool.query(
    `select storage_bytes::float8 as bytes, end_reason from usage_interval where subject_id = $1 order by started_at`,
    [id],
  )
  expect(rows).toEqual([
    { bytes: GIB, end_reason: 'resized' },
    { bytes: 3 * GIB, end_reason: null },
  ])
  await harness.inState(instance._id, 'Active')
  await remove(instance)
  await harness.call('deleteVolume', { id })
  const ended = await harness.store.pool.query(
    `select count(*)::int as open from usage_interval where subject_id = $1 and ended_at is null`,
    [id],
  )
  expect(ended.rows).toEqual([{ open: 0 }])
})

test('volumes count for the storage quota and for what their class has, and nothing is left of a rejected one', async () => {
  await expect(create(clock({ volumes: [volume('big', { sizeBytes: 21 * GIB })] }))).rejects.toMatchObject({
    code: 'insufficientCapacity',
  })
  await expect(create(clock({ volumes: [volume('big', { sizeBytes: 31 * GIB })] }))).rejects.toMatchObject({
    code: 'quotaExceeded',
  })
  await expect(volumeNamed('big')).rejects.toThrow('no volume')
  const used = async () => {
    const { quotas } = await harness.call('readQuotas', { id: harness.organizationId })
    return quotas.find(({ name }) => name === 'storage')?.used ?? 0
  }
  const before = await used()
  const instance = await deploy(clock({ volumes: [volume('counted', { sizeBytes: 2 * GIB })] }))
  expect((await used()) - before).toBe(2 * GIB + 512 * MIB)
  await remove(instance)
  expect((await used()) - before).toBe(2 * GIB)
})

test('the watch shows the space that is used, and warns once at 80, 95 and 100 percent', async () => {
  const instance = await deploy(clock({ volumes: [volume('full')] }))
  const { _id: id } = await volumeNamed('full')
  const fill = async (share: number) => {
    const held = fake.volumes.get(id)
    if (held) held.usedBytes = Math.ceil(share * GIB)
    await until(async () => (await volumeNamed('full')).usedBytes === held?.usedBytes)
  }
  const warnings = async () =>
    (
      await harness.store.pool.query<{ title: string }>(
        `select title from notification where title like '%full is%' order by sequence`,
      )
    ).rows.map(({ title }) => title)
  await fill(0.5)
  expect(await warnings()).toEqual([])
  await fill(0.81)
  await fill(0.85)
  await fill(0.97)
  expect(await warnings()).toEqual(['The volume full is 81 % full', 'The volume full is 97 % full'])
  const timeline = async () => {
    const { events } = await harness.call('readInstanceEvents', { id: instance._id, skip: 0, limit: 100 })
    return events.flatMap(({ kind, service, data }) =>
      kind.startsWith('volume') ? [[kind, service, data.volume, data.usedBytes]] : [],
    )
  }
  expect(await timeline()).toEqual([
    ['volumeFilling', 'clock', 'full', Math.ceil(0.97 * GIB)],
    ['volumeFilling', 'clock', 'full', Math.ceil(0.81 * GIB)],
  ])
  const events = (await harness.events()).filter(({ kind }) => kind === 'volumeChanged')
  expect(events.at(-1)).toMatchObject({ id, changes: { usedBytes: Math.ceil(0.97 * GIB) } })
  await remove(instance)
})

test('a service that fills a volume far beyond its size is stopped alone, and runs again once the volume is larger', async () => {
  const other = await deploy(clock())
  const instance = await deploy(clock({ volumes: [volume('over')] }))
  const { _id: id } = await volumeNamed('over')
  const held = fake.volumes.get(id)
  if (!held) throw new Error('no data')
  // A little beyond its size: it is full, and its service runs on.
  held.usedBytes = Math.ceil(1.05 * GIB)
  const kinds = async () =>
    (await harness.call('readInstanceEvents', { id: instance._id, skip: 0, limit: 100 })).events.map(({ kind }) => kind)
  await until(async () => (await kinds()).includes('volumeFull'))
  const { rows } = await harness.store.pool.query(
    `select message from notification where title = 'The volume over is full'`,
  )
  expect(rows).toEqual([{ message: expect.stringMatching(/at 1[.]1 GiB the service clock is stopped/) }])
  expect((await harness.instance(instance._id)).state).toBe('Active')

  held.usedBytes = Math.ceil(1.2 * GIB)
  expect((await harness.inState(instance._id, 'Closed')).error).toMatchObject({
    code: 'diskLimit',
    message: expect.stringMatching(/^Stopped: its volume over exceeded its size of 1(.0)? GiB. Enlarge the volume/),
  })
  expect((await harness.instance(other._id)).state).toBe('Active')
  await harness.call('resizeVolume', { id, sizeBytes: 2 * GIB })
  await harness.call('restartInstance', { id: instance._id })
  await harness.inState(instance._id, 'Active')
  held.usedBytes = 0
  await until(async () => (await volumeNamed('over')).usedBytes === 0)
  expect((await harness.instance(instance._id)).state).toBe('Active')
  for (const each of [instance, other]) await remove(each)
})

test('a project with volumes is not deleted, and volumes go with their organisation', async () => {
  await expect(harness.call('deleteProject', { id: harness.projectId })).rejects.toMatchObject({
    code: 'projectNotEmpty',
    message: 'This project still has volumes. Delete them first.',
  })
  expect(fake.volumes.size).toBeGreaterThan(0)
  expect(await harness.compute.removeInstancesOf(harness.organizationId)).toBe(0)
  expect(fake.volumes.size).toBe(0)
})
