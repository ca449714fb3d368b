import type Docker from 'dockerode'
import { afterEach, expect } from 'vitest'
import { connectDocker } from '../../server/engines/docker/docker-client.ts'
import { dockerNames } from '../../server/engines/docker/docker-names.ts'
import { removeOrphans } from '../../server/engines/docker/network/remove-orphans.ts'
import { workloadNetworks } from '../../server/engines/docker/network/workload-networks.ts'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { busyboxImage, importBusybox } from './bootstrap/busybox-image.ts'
import { deploy, logText, rejectionOf, spec, waitForExit, withEngine } from './harness.ts'

let docker: Docker
let host = ''

const { test, it } = withEngine(async () => {
  const found = await startContainerEngine()
  if ('skipped' in found) return found
  host = found.host
  docker = dockerAt(host)
  await importBusybox(docker)
  return {
    name: 'docker',
    reportsOutOfMemory: true,
    open: (installationId) => createDockerEngine({ installationId, dockerHost: found.host }),
    stop: found.stop,
  }
})

afterEach(async () => {
  if (!it.engine) return
  for (const { id } of await it.engine.list()) await it.engine.remove(id)
  for (const { id } of await it.engine.listVolumes()) await it.engine.removeVolume(id)
})

const mounted = (script: string, isReadOnly = false) =>
  spec(busyboxImage, { command: ['sh', '-c', script], mounts: [{ volumeId: 'data', path: '/data', isReadOnly }] })

async function run(workloadSpec: ReturnType<typeof spec>): Promise<string> {
  const { id } = await deploy(it.engine, workloadSpec)
  await waitForExit(it.engine, id)
  return logText(it.engine.logs(id, { follow: false }))
}

test('data survives its workload, and a read-only mount cannot be written to', async () => {
  const labels = { project: 'p1' }
  const made = await it.engine.createVolume({ id: 'data', labels })
  expect(made).toEqual({ id: 'data', labels, isSizeEnforced: false })
  expect(await it.engine.createVolume({ id: 'data', labels: { project: 'other' } })).toEqual(made)
  const first = mounted('echo kept > /data/file')
  await run(first)
  await it.engine.remove(first.id)
  const lines = (await run(mounted('cat /data/file; echo no > /data/file; cat /data/file', true))).trim().split('\n')
  // Two streams: their order is not fixed.
  expect(lines.toSorted()).toEqual(['kept', 'kept', expect.stringMatching(/Read-only/)])
  expect(await it.engine.listVolumes()).toEqual([made])
})

test('a workload does not start without its volume, instead of starting with an empty one', async () => {
  expect(await rejectionOf(deploy(it.engine, mounted('true')))).toMatchObject({ code: 'volumeNotFound' })
  expect(await it.engine.listVolumes()).toEqual([])
  expect(await it.engine.list()).toEqual([])
})

test('measures volumes, and does not count them towards the storage of a workload', async () => {
  await it.engine.createVolume({ id: 'data', labels: {} })
  const fill = 'head -c 3000000 /dev/zero > /data/zeros; echo written; sleep 1000'
  const { id } = await deploy(it.engine, mounted(fill))
  for await (const _ of it.engine.logs(id, { follow: true })) break
  expect(Number((await it.engine.volumeUsage()).get('data'))).toBeGreaterThanOrEqual(3_000_000)
  expect(Number((await it.engine.diskUsage()).get(id))).toBeLessThan(1_000_000)
})

test('the size of a file in a volume may exceed the storage of the workload', async () => {
  await it.engine.createVolume({ id: 'data', labels: {} })
  const workloadSpec = mounted('head -c 3000000 /dev/zero > /data/zeros && echo written')
  expect(await run({ ...workloadSpec, limits: { ...workloadSpec.limits, storageBytes: 1_000_000 } })).toBe('written\n')
})

test('a mounted volume cannot be removed', async () => {
  await it.engine.createVolume({ id: 'data', labels: {} })
  const { id } = await deploy(it.engine, mounted('sleep 1000'))
  expect(await rejectionOf(it.engine.removeVolume('data'))).toMatchObject({ code: 'volumeInUse' })
  await it.engine.remove(id)
  await it.engine.removeVolume('data')
  expect(await it.engine.listVolumes()).toEqual([])
})

test('a size that the engine cannot enforce is not an error, and is reported', async () => {
  const { isSizeEnforced } = await it.engine.createVolume({ id: 'data', sizeBytes: 10_000_000, labels: {} })
  expect((await it.engine.capabilities()).volumeSizes).toBe(isSizeEnforced)
})

test('volumes of other installations and programs are neither listed, mounted, measured nor removed', async () => {
  const other = await it.harness.open(`${it.installationId}-other`)
  await other.createVolume({ id: 'data', labels: {} })
  const foreign = dockerNames(it.installationId).volume.name('foreign')
  await docker.createVolume({ Name: foreign })
  expect(await it.engine.listVolumes()).toEqual([])
  expect((await it.engine.volumeUsage()).size).toBe(0)
  expect(await rejectionOf(deploy(it.engine, mounted('true')))).toMatchObject({ code: 'volumeNotFound' })
  for (const call of [
    () => it.engine.createVolume({ id: 'foreign', labels: {} }),
    () => it.engine.removeVolume('foreign'),
  ])
    expect(await rejectionOf(call())).toMatchObject({ code: 'invalidSpec' })
  await it.engine.removeVolume('data')
  expect(await other.listVolumes()).toHaveLength(1)
  await other.removeVolume('data')
  await docker.getVolume(foreign).remove()
  await other.close()
})

test('removeOrphans removes unknown volumes and networks that are old enough and not in use', async () => {
  const client = await connectDocker(host)
  const names = dockerNames(it.installationId)
  const networks = workloadNetworks(client, ['10.212.32.0/22'])
  const remove = (known: string[] | undefined, olderThanMs: number) => {
    const ids = new Set(known)
    return removeOrphans(client, networks, names, AbortSignal.timeout(60_000), {
      known: known && { volumeIds: ids, networkIds: ids },
      olderThanMs,
    })
  }
  const networkIds = async () => {
    const found = await docker.listNetworks({ filters: JSON.stringify({ label: names.sharedNetwork.filter }) })
    return found.map(({ Name }) => names.sharedNetwork.idOf(Name)).toSorted()
  }
  for (const id of ['data', 'known', 'lost']) {
    await it.engine.createVolume({ id, labels: {} })
    await it.engine.createNetwork(id, {})
  }
  const networksOfData = [{ networkId: 'data', aliases: [] }]
  const { id } = await deploy(it.engine, { ...mounted('sleep 1000'), networks: networksOfData })
  await remove(['known'], 600_000)
  await remove(undefined, -60_000)
  expect(await networkIds()).toEqual(['data', 'known', 'lost'])
  expect(await it.engine.listVolumes()).toHaveLength(3)
  await remove(['known'], -60_000)
  expect(await networkIds()).toEqual(['data', 'known'])
  expect((await it.engine.listVolumes()).map((volume) => volume.id).toSorted()).toEqual(['data', 'known'])
  await it.engine.remove(id)
  for (const networkId of ['data', 'known']) await it.engine.removeNetwork(networkId)
  expect(await networkIds()).toEqual([])
  client.close()
})
