import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { type EngineWithVolumes, withVolumes } from './engine-with-volumes.ts'

export const MIB = 1024 ** 2
export const GIB = 1024 ** 3

export type ServiceInput = NonNullable<InputOf<'updateInstance'>['configuration']>['services'][number]
type VolumeInput = NonNullable<ServiceInput['volumes']>[number]

export interface VolumesHarness extends ComputeHarness {
  fake: EngineWithVolumes
  /** The control plane's data folder, which holds the stored snapshots. */
  data: string
  create(...services: ServiceInput[]): Promise<InstanceId>
  /** Creates an instance, and resolves once it is active. */
  deployed(...services: ServiceInput[]): Promise<Instance>
  volumeNamed(name: string): Promise<Volume>
  /** Returns the engine's files of a volume. */
  filesOf(volume: Volume): Promise<Map<string, string>>
}

export const clock = (more: Partial<ServiceInput> = {}): ServiceInput => ({
  name: 'clock',
  image: 'longshore/clock:1',
  cpuMilli: 100,
  memoryBytes: 128 * MIB,
  storageBytes: 512 * MIB,
  ...more,
})

export const volumeOf = (name: string, more: Partial<VolumeInput> = {}): VolumeInput => ({
  name,
  class: 'beta2',
  sizeBytes: GIB,
  mountPath: `/${name}`,
  ...more,
})

/** A control plane whose region has 20 GiB of one storage class, and an engine with volumes. */
export async function volumesHarness(environment: NodeJS.ProcessEnv = {}): Promise<VolumesHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-volumes-'))
  const data = join(folder, 'data')
  const regionFile = join(folder, 'regions.json')
  writeFileSync(regionFile, JSON.stringify([{ name: 'us-west', title: 'US West', storage: { beta2: 20 } }]))
  const fake = withVolumes(createProcessEngine({ dataFolder: folder }))
  const harness = await computeHarness({
    engine: fake.engine,
    environment: {
      LONGSHORE_REGIONS: regionFile,
      LONGSHORE_DATA: data,
      LONGSHORE_RESERVE_DISK_MB: '1',
      ...environment,
    },
  })
  const { organizationId, projectId } = harness
  const create = async (...services: ServiceInput[]) => {
    const given = { organizationId, projectId, name: 'Store', region: 'us-west', configuration: { services } }
    return (await harness.call('createInstance', given)).instance._id
  }
  return {
    ...harness,
    fake,
    data,
    create,
    deployed: async (...services) => harness.inState(await create(...services), 'Active'),
    async volumeNamed(name) {
      const { volumes } = await harness.call('readProjectVolumes', { id: projectId })
      const found = volumes.find((candidate) => candidate.name === name)
      if (!found) throw new Error(`no volume ${name}`)
      return found
    },
    async filesOf({ _id }) {
      const { rows } = await harness.store.pool.query('select coalesce(data_id, id) as id from volume where id = $1', [
        _id,
      ])
      const held = fake.volumes.get(rows[0]?.id)
      if (!held) throw new Error('no data')
      return held.files
    },
    async close() {
      await harness.close()
      await fake.engine.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
