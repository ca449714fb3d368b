import { describe, expect } from 'vitest'
import { dockerDisk } from '../../server/engines/docker/disk/docker-disk.ts'
import { connectDocker } from '../../server/engines/docker/docker-client.ts'
import { dockerNames } from '../../server/engines/docker/docker-names.ts'
import { busyboxImage } from '../engines/bootstrap/busybox-image.ts'
import { logText, spec } from '../engines/harness.ts'
import type { ComputeHarness } from '../server/compute-harness.ts'
import { until } from '../server/until.ts'
import { workloadOf } from '../server/workload-of.ts'
import { withDockerPlatform } from './support/docker-platform.ts'

const MIB = 1024 ** 2
const plan = { cpuMilli: 1000, memoryBytes: 64 * MIB, storageBytes: 64 * MIB }
const settings = { LONGSHORE_DISK_WATCH_SECONDS: '1', LONGSHORE_LOCAL_IMAGES: 'longshore-test/*' }

const deployScript = (harness: ComputeHarness, image: string, script: string) =>
  harness.deploy({
    image,
    command: ['sh', '-c', `${script}; echo done; sleep 1000`],
    ports: [],
    machineImageId: 'custom-id',
    cpu: 1000,
    memory: 256 * MIB,
    storage: 512 * MIB,
  })

describe('a container where the storage driver has no limit', () => {
  const { test, it } = withDockerPlatform(settings)

  async function withVolume(): Promise<string> {
    const container = await it.docker.createContainer({ Image: busyboxImage })
    await container.commit({ repo: 'longshore-test/volume', tag: '1', changes: 'VOLUME /data' })
    await container.remove()
    return 'longshore-test/volume:1'
  }

  test.for([
    ['many files', '/tmp'],
    ['a volume that its image declares', '/data'],
  ] as const)('is stopped by the disk watch with diskLimit: %s', async ([, folder]) => {
    const script = `for i in 1 2 3 4 5 6; do head -c 100000000 /dev/zero > ${folder}/$i; done`
    const made = await deployScript(it.harness, await withVolume(), script)
    const stopped = await it.harness.inState(made._id, 'Closed', 60_000)
    expect(stopped.error).toMatchObject({ code: 'diskLimit', message: expect.stringContaining('512 MiB of disk') })
    expect(await it.engine.list()).toEqual([])
  })

  // The engine reports -1 for such a layer or volume.
  test.for(['/tmp', '/data'])(
    'is stopped when it nests folders deeper than the longest path: in %s',
    async (folder) => {
      const name = 'd'.repeat(200)
      const script = `cd ${folder}; for i in $(seq 30); do mkdir ${name}; cd ${name}; done; for i in 1 2 3 4 5 6; do head -c 100000000 /dev/zero > $i; done`
      const made = await deployScript(it.harness, await withVolume(), script)
      const stopped = await it.harness.inState(made._id, 'Closed', 60_000)
      expect(stopped.error).toMatchObject({ code: 'diskLimit', message: expect.stringContaining('512 MiB of disk') })
      await it.harness.call('deleteInstance', { id: made._id })
      await it.harness.waitUntilDeleted(made._id)
    },
  )

  test("is reported as notMeasurable, not as empty, when the engine's folder cannot be read", async () => {
    const { reference } = await it.engine.pull(busyboxImage, { from: 'cache' })
    const name = 'd'.repeat(200)
    const quiet = spec(reference, { command: ['sleep', '1000'], limits: plan })
    const script = `cd /tmp; for i in $(seq 30); do mkdir ${name}; cd ${name}; done; echo done; sleep 1000`
    const nested = spec(reference, { command: ['sh', '-c', script], limits: plan })
    // To this client, the engine appears to run on another machine.
    const remote = await connectDocker(it.dockerHost)
    const disk = dockerDisk({ ...remote, isLocal: false }, dockerNames(it.installationId))
    for (const workloadSpec of [quiet, nested]) await it.engine.start(workloadSpec)
    await until(async () => (await disk.usage(undefined)).get(nested.id) === 'notMeasurable', 20_000)
    expect((await disk.usage(undefined)).get(quiet.id)).toBeTypeOf('number')
    for (const { id } of [quiet, nested]) await it.engine.remove(id)
    remote.close()
  })

  test('cannot write a single file larger than its plan, also outside its layer', async () => {
    const { reference } = await it.engine.pull(busyboxImage, { from: 'cache' })
    for (const file of ['/tmp/large', '/etc/hosts', '/etc/resolv.conf']) {
      const limits = { cpuMilli: 1000, memoryBytes: 64 * MIB, storageBytes: 8 * MIB }
      const workloadSpec = spec(reference, {
        command: ['sh', '-c', `head -c 32000000 /dev/zero > ${file}; wc=$?; echo code $wc`],
        limits,
      })
      await it.engine.start(workloadSpec)
      const text = await logText(it.engine.logs(workloadSpec.id, { follow: true }))
      expect([file, text]).toEqual([file, expect.stringMatching(/code (1|153)\n/)])
      await it.engine.remove(workloadSpec.id)
    }
  })

  test("is measured including the engine's files that are mounted into it", async () => {
    const { reference } = await it.engine.pull(busyboxImage, { from: 'cache' })
    const limits = { cpuMilli: 1000, memoryBytes: 64 * MIB, storageBytes: 64 * MIB }
    const workloadSpec = spec(reference, {
      command: ['sh', '-c', 'head -c 5000000 /dev/zero > /etc/hosts; sleep 1000'],
      limits,
    })
    await it.engine.start(workloadSpec)
    await until(async () => Number((await it.engine.diskUsage()).get(workloadSpec.id)) >= 5_000_000, 20_000)
    await it.engine.remove(workloadSpec.id)
  })
})

describe('a container where the storage driver has a limit', () => {
  const { test, it } = withDockerPlatform(settings, { btrfsMegabytes: 3000 })

  test('never exceeds its plan', async () => {
    const script = 'for i in 1 2 3 4 5 6 7 8; do head -c 100000000 /dev/zero > /tmp/$i || echo refused $i; done'
    const made = await deployScript(it.harness, busyboxImage, script)
    await it.harness.inState(made._id, 'Active', 60_000)
    const logged = await until(async () => {
      const lines = await it.harness.lines(made, 'instanceLogs')
      return lines.includes('done') ? lines.join('\n') : undefined
    }, 60_000)
    expect(logged).toContain('refused 8')
    const workload = await workloadOf(it.harness.store, made)
    expect((await it.engine.diskUsage()).get(workload)).toBeLessThanOrEqual(512 * MIB)
    const { HostConfig } = await it.docker.getContainer(`longshore-${it.installationId}-${workload}`).inspect()
    expect(HostConfig.StorageOpt).toEqual({ size: String(512 * MIB) })
  })
})
