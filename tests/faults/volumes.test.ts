import { expect } from 'vitest'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { busyboxImage } from '../engines/bootstrap/busybox-image.ts'
import { withDockerPlatform } from '../security/support/docker-platform.ts'
import { until } from '../server/until.ts'

const MIB = 1024 ** 2
const { test, it } = withDockerPlatform({ LONGSHORE_DISK_WATCH_SECONDS: '1', LONGSHORE_LOCAL_IMAGES: busyboxImage })

const service = (script: string) => ({
  name: 'app',
  image: busyboxImage,
  command: ['sh', '-c', `${script}; sleep 1000`],
  cpuMilli: 500,
  memoryBytes: 64 * MIB,
  storageBytes: 512 * MIB,
  stopGraceMs: 0,
  volumes: [{ name: 'data', class: 'beta2' as const, sizeBytes: 64 * MIB, mountPath: '/data' }],
})

const deploy = async (script: string) => {
  const { organizationId, projectId } = it.harness
  const configuration = { services: [service(script)] }
  const given = { organizationId, projectId, name: 'Database', region: 'us-west', configuration }
  const { instance } = await it.harness.call('createInstance', given)
  return it.harness.inState(instance._id, 'Active', 60_000)
}
const hasLine = (id: InstanceId, line: string) =>
  until(async () => (await it.harness.lines(await it.harness.instance(id), 'instanceLogs')).includes(line), 30_000)

test('data survives an update, a killed container and its instance, and the space that it uses is shown', async () => {
  const first = await deploy('echo one >> /data/log; head -c 60000000 /dev/zero > /data/zero')
  const id = first._id
  await until(async () => {
    const { volumes } = await it.harness.call('readInstanceVolumes', { id })
    return (volumes[0]?.usedBytes ?? 0) >= 60_000_000
  }, 30_000)
  await it.harness.call('updateInstance', {
    id,
    configuration: { services: [service('echo two >> /data/log; cat /data/log | tr "\\n" " "; echo')] },
  })
  await hasLine(id, 'one two ')
  const [workload] = await it.engine.list()
  await it.engine.stop(workload?.id ?? '', 0)
  await hasLine(id, 'one two two ')
  await it.harness.call('deleteInstance', { id })
  await it.harness.waitUntilDeleted(id)
  const second = await deploy('cat /data/log | tr "\\n" " "; echo')
  await hasLine(second._id, 'one two two ')
  await it.harness.call('deleteInstance', { id: second._id })
  await it.harness.waitUntilDeleted(second._id)
  const { volumes } = await it.harness.call('readProjectVolumes', { id: it.harness.projectId })
  for (const volume of volumes) await it.harness.call('deleteVolume', { id: volume._id })
  expect(await it.engine.listVolumes()).toEqual([])
})
