import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect } from 'vitest'
import { busyboxImage } from '../engines/bootstrap/busybox-image.ts'
import { until } from '../server/until.ts'
import { withDockerPlatform } from './support/docker-platform.ts'
import { otherOrganization } from './support/other-organization.ts'

const MIB = 1024 ** 2
const FLOOD = 60
const small = { machineImageId: 'custom-id', cpu: 100, memory: 64 * MIB, storage: 512 * MIB, ports: [] }

const { test, it } = withDockerPlatform({ LONGSHORE_LOCAL_IMAGES: `${busyboxImage.split(':')[0]}*` })

test('an organisation whose registry never responds does not delay the starts of others', async () => {
  const held = new Set<Socket>()
  const silent = createServer((socket) => {
    held.add(socket)
    socket.on('error', () => {}).on('close', () => held.delete(socket))
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const registry = `localhost:${(silent.address() as AddressInfo).port}`
  try {
    const attackers = await otherOrganization(it.harness)
    for (let count = 0; count < FLOOD; count += 1)
      await attackers.deploy({ ...small, image: `${registry}/${randomUUID()}:1` })
    await until(async () => held.size > 0, 20_000)
    const victim = await it.harness.deploy({ ...small, image: busyboxImage, command: ['sleep', '1000'] })
    await it.harness.inState(victim._id, 'Active', 60_000)
    // Instances of the flood that were created much earlier are still queued.
    const { rows } = await it.harness.store.pool.query(
      `select 1 from instance where organization_id = $1 and progress_message = 'Queued'`,
      [attackers.organizationId],
    )
    expect(rows.length).toBeGreaterThan(0)
    // The engine opens several connections for each image, one after another.
    await until(async () => held.size >= 4, 20_000)
    expect(held.size).toBeLessThanOrEqual(8)
  } finally {
    for (const socket of held) socket.destroy()
    silent.close()
  }
})
