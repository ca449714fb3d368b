import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { pruneImages } from '../../server/compute/images/prune-images.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { startRegistry, type TestRegistry } from '../engines/bootstrap/registry.ts'
import { pushImage, withDockerPlatform } from './support/docker-platform.ts'

const HOUR_MS = 3_600_000
const sleeping = { command: ['sleep', '1000'], ports: [] }

describe('images that no instance uses', () => {
  const { test, it } = withDockerPlatform()
  let registry: TestRegistry
  beforeAll(async () => {
    if (it.docker) registry = await startRegistry({ isPrivate: false })
  })
  afterAll(() => registry?.stop())

  async function run(image: string): Promise<Instance> {
    const { _id } = await it.harness.deploy({ ...sleeping, image })
    return it.harness.inState(_id, 'Active', 60_000)
  }
  async function remove({ _id: id }: Instance): Promise<void> {
    await it.harness.call('deleteInstance', { id })
    await it.harness.waitUntilDeleted(id)
  }
  const prune = (isDiskLow: boolean) =>
    pruneImages(
      {
        db: it.harness.store.db,
        engine: it.engine,
        retentionMs: HOUR_MS,
        keptDeployments: 10,
        log: pino({ level: 'silent' }),
      },
      isDiskLow,
    )
  const held = async (image: string) => {
    const name = image.replace(/:[^:/]+$/, '')
    const images = await it.docker.listImages({ digests: true })
    return images.some(({ RepoDigests }) => RepoDigests?.some((each) => each.startsWith(`${name}@`)))
  }

  test('are removed after the retention time, or at once when the disk is nearly full; those of closed instances stay', async () => {
    const [deleted, full, closed] = ['deleted', 'full', 'closed'].map((name) => `${registry.address}/${name}:1`)
    if (!deleted || !full || !closed) throw new Error('No names')
    for (const image of [deleted, full, closed]) await pushImage(it.docker, image)
    const instances = [await run(deleted), await run(full), await run(closed)]
    await it.harness.call('closeInstance', {
      id: instances[2]?._id as Instance['_id'],
      organizationId: it.harness.organizationId,
    })
    await it.harness.inState(instances[2]?._id as Instance['_id'], 'Closed')
    await remove(instances[0] as Instance)
    await prune(false)
    expect(await held(deleted)).toBe(true)
    await it.harness.store.pool.query(
      `update pulled_image set unused_since = now() - interval '2 hours' where unused_since is not null`,
    )
    await prune(false)
    expect(await held(deleted)).toBe(false)
    await remove(instances[1] as Instance)
    await prune(true)
    expect([await held(full), await held(closed)]).toEqual([false, true])
  })

  test('stay when the operator pulled them', async () => {
    const image = `${registry.address}/operators:1`
    await pushImage(it.docker, image)
    for await (const _ of await it.docker.pull(image)) {
      // The pull is complete when the response ends.
    }
    await remove(await run(image))
    await prune(true)
    await prune(true)
    expect(await held(image)).toBe(true)
    expect((await it.docker.getImage(image).inspect()).RepoTags).toEqual([image])
  })
})
