import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import { pruneImages } from '../../server/compute/images/prune-images.ts'
import { configFrom } from '../../server/config.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createEngines } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { type EngineWithVolumes, withVolumes } from './engine-with-volumes.ts'
import { until } from './until.ts'
import { clock, volumeOf } from './volumes-harness.ts'

const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'longshore-borders-')))
const [home, paris] = folders.map((folder) => {
  const fake = withVolumes(createProcessEngine({ dataFolder: folder }))
  const engine: Engine = {
    ...fake.engine,
    capabilities: async () => ({ ...(await fake.engine.capabilities()), networks: true }),
    createNetwork: async () => {},
    connect: async () => {},
    start: ({ networks: _, ...spec }, signal) => fake.engine.start(spec, signal),
  }
  return { ...fake, engine }
}) as [EngineWithVolumes, EngineWithVolumes]

const own = { kind: 'process', name: 'paris' }
const regionsOf = (second: object | null) =>
  v.parse(regionFile, [
    { name: 'harbour', title: 'Harbour', storage: { beta2: 20 } },
    { name: 'quay', title: 'Quay', storage: { beta2: 20 }, engine: second },
    ...(second ? [] : [{ name: 'pier', title: 'Pier', engine: own }]),
  ])
const engines = createEngines([
  { name: '', title: 'This machine', engine: home.engine },
  { name: 'paris', title: 'Machine paris', engine: paris.engine },
])
const config = {
  ...configFrom({ LONGSHORE_PUBLIC_URL: 'http://localhost:4600' }, folders[0] ?? ''),
  regions: regionsOf(own),
}

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ engine: home.engine, engines, config })
})
afterAll(async () => {
  await harness?.close()
  for (const { id } of await paris.engine.list()) await paris.engine.remove(id)
  await Promise.all([home.engine.close(), paris.engine.close()])
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Configuration = NonNullable<InputOf<'createInstance'>['configuration']>
const create = (region: string, configuration: Configuration, name = 'Ferry') =>
  harness.call('createInstance', {
    organizationId: harness.organizationId,
    projectId: harness.projectId,
    name,
    region,
    configuration,
  })

test('a project network stays on one engine, and says where it is at its field', async () => {
  const { instance } = await create('harbour', { projectNetwork: true, services: [clock()] })
  const elsewhere = await create('quay', { services: [clock()] }, 'Elsewhere')
  const rejection = {
    code: 'invalid',
    fields: [
      { field: 'configuration.projectNetwork', message: expect.stringMatching(/Ferry is on .* region Harbour/) },
    ],
  }
  const joining = { projectNetwork: true, services: [clock()] }
  await expect(create('quay', joining)).rejects.toMatchObject(rejection)
  const { _id: id } = elsewhere.instance
  await expect(harness.call('updateInstance', { id, configuration: joining })).rejects.toMatchObject(rejection)

  const { organizationId } = harness
  await harness.inState(instance._id, 'Active')
  await harness.call('closeInstance', { id: instance._id, organizationId })
  await harness.inState(instance._id, 'Closed')
  await harness.call('updateInstance', { id, configuration: joining })
})

test('a volume has its data on the engine of its region, and is not attached on another one', async () => {
  const { instance } = await create('quay', { services: [clock({ volumes: [volumeOf('cargo')] })] })
  await harness.inState(instance._id, 'Active')
  expect([home.volumes.size, paris.volumes.size]).toEqual([0, 1])
  await harness.call('closeInstance', { id: instance._id, organizationId: harness.organizationId })
  await harness.inState(instance._id, 'Closed')
  const attaching = { services: [clock({ volumes: [volumeOf('cargo')] })] }
  const rejectionFor = (message: RegExp) => ({
    fields: [{ field: 'configuration.services.0.volumes.0.name', message: expect.stringMatching(message) }],
  })
  await expect(create('harbour', attaching)).rejects.toMatchObject(rejectionFor(/in the region quay/))

  // The region gets another engine: the volume is not created there again, empty.
  const moved = harness.another({ config: { ...config, regions: regionsOf(null) }, isAlone: false })
  const again = harness.callOn(moved, 'restartInstance', { id: instance._id })
  await expect(again).rejects.toMatchObject(rejectionFor(/earlier engine of the region/))
  expect(home.volumes.size).toBe(0)
})

test('a volume whose engine is not connected says so, can be given up, and loses its data when the engine is back', async () => {
  const names = ['lost', 'patient']
  const made = await Promise.all(
    names.map((name) => create('quay', { services: [clock({ volumes: [volumeOf(name)] })] }, name)),
  )
  for (const { instance } of made) await harness.inState(instance._id, 'Active')
  for (const { instance } of made) await harness.call('deleteInstance', { id: instance._id })
  for (const { instance } of made) await harness.waitUntilDeleted(instance._id)
  const listed = async () => {
    const { volumes } = await harness.call('readProjectVolumes', { id: harness.projectId })
    return volumes.filter(({ name }) => names.includes(name))
  }
  const [lost, patient] = (await listed()).map(({ _id }) => ({ id: _id }))
  if (!lost || !patient) throw new Error('The volumes were not created')

  const without = harness.another({
    config: { ...config, regions: regionsOf(null) },
    engines: createEngines([{ name: '', title: 'This machine', engine: home.engine }]),
    isAlone: false,
  })
  await expect(harness.call('abandonVolume', lost)).rejects.toMatchObject({ code: 'volumeInUse' })
  for (const id of [lost, patient]) await harness.callOn(without, 'deleteVolume', id)
  expect((await listed()).map(({ state, deletionError }) => [state, deletionError])).toEqual(
    names.map(() => [
      'Deleting',
      {
        code: 'engineNotConnected',
        message: 'The engine paris is not connected to this installation. Ask the operator to connect it.',
      },
    ]),
  )
  await harness.callOn(without, 'abandonVolume', lost)
  await expect(harness.callOn(without, 'abandonVolume', lost)).rejects.toMatchObject({ code: 'notFound' })
  expect((await listed()).map(({ name }) => name)).toEqual(['patient'])
  expect(await harness.events()).toContainEqual({ kind: 'volumeRemoved', id: lost.id })
  expect([paris.volumes.has(lost.id), paris.volumes.has(patient.id)]).toEqual([true, true])

  const again = harness.another({ config: { ...config, diskWatchMs: 100 }, isAlone: false })
  await again.start()
  await until(async () => (await listed()).length === 0 && !paris.volumes.has(lost.id))
  expect(paris.volumes.has(patient.id)).toBe(false)
  expect((await harness.store.pool.query('select 1 from abandoned_data')).rows).toEqual([])
  await again.stop()
})

test('an unused image is removed from each engine that pulled it, and from no other', async () => {
  const { db, pool } = harness.store
  const reference = 'registry.example.com/app@sha256:1'
  await pool.query(
    `insert into pulled_image (reference, engines, unused_since) values ($1, '{"",paris}', now() - interval '1 hour')`,
    [reference],
  )
  const removed: string[] = []
  const prune = (name: string) => {
    const removeImage = async (image: string) => removed.push(`${name} ${image}`) > 0
    return pruneImages(
      { db, engine: { removeImage }, name, retentionMs: 0, keptDeployments: 10, log: harness.log },
      false,
    )
  }
  const left = async () => (await pool.query('select engines from pulled_image')).rows
  await prune('lyon')
  await prune('')
  expect(await left()).toEqual([{ engines: ['paris'] }])
  await prune('')
  await prune('paris')
  expect(removed).toEqual([` ${reference}`, `paris ${reference}`])
  expect(await left()).toEqual([])
})
