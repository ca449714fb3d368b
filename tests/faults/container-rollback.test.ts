import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { pruneImages } from '../../server/compute/images/prune-images.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { startRegistry, type TestRegistry } from '../engines/bootstrap/registry.ts'
import { pushImage, withDockerPlatform } from '../security/support/docker-platform.ts'
import { until } from '../server/until.ts'

const SETTLES_MS = 60_000
const KEPT = 2
const { test, it } = withDockerPlatform({ LONGSHORE_KEPT_DEPLOYMENTS: String(KEPT) })
let registry: TestRegistry
beforeAll(async () => {
  if (it.docker) registry = await startRegistry({ isPrivate: false })
})
afterAll(() => registry?.stop())

const prune = () =>
  pruneImages(
    {
      db: it.harness.store.db,
      engine: it.engine,
      retentionMs: 0,
      keptDeployments: KEPT,
      log: pino({ level: 'silent' }),
    },
    true,
  )

/** Resolves with the state once a deployment serves or has failed. */
const settled = (id: InstanceId, number: number) =>
  until(async () => {
    const instance = await it.harness.instance(id)
    const status = instance.deployments.find((deployment) => deployment.number === number)?.status
    return (status === 'Deployed' || status === 'Failed') && instance
  }, SETTLES_MS)

const needingPull = async (id: InstanceId) => {
  const { deployments } = await it.harness.call('readDeployments', { id })
  return deployments.filter(({ needsPull }) => needsPull).map(({ number }) => number)
}

const imagesOnEngine = async (): Promise<string[]> => {
  const images = await it.docker.listImages({ digests: true })
  return images.flatMap(({ RepoDigests }) => RepoDigests ?? []).filter((name) => name.startsWith(registry.address))
}

const referenceOf = async (id: InstanceId, number: number): Promise<string> => {
  const { rows } = await it.harness.store.pool.query<{ reference: string }>(
    `select i.reference from deployment_image i join deployment d on d.id = i.deployment_id
     where d.instance_id = $1 and d.number = $2`,
    [id, number],
  )
  return rows[0]?.reference ?? ''
}

test('a kept deployment is rolled back to without its registry, a pruned one is not, and what serves goes on', async () => {
  const { call, deploy, inState } = it.harness
  const images = ['1', '2', '3'].map((tag) => `${registry.address}/app:${tag}`)
  for (const image of images) await pushImage(it.docker, image)
  const [first = '', ...later] = images
  const running = { command: ['sleep', '1000'], ports: [] }
  const { _id: id } = await deploy({ ...running, image: first })
  await inState(id, 'Active', SETTLES_MS)
  for (const [index, image] of later.entries()) {
    await call('updateInstance', { id, image })
    expect(await settled(id, index + 2)).toMatchObject({ state: 'Active' })
  }
  const [one, two, three] = [await referenceOf(id, 1), await referenceOf(id, 2), await referenceOf(id, 3)]
  await prune()
  expect((await imagesOnEngine()).toSorted()).toEqual([two, three].toSorted())
  expect(await needingPull(id)).toEqual([1])

  // The registry's permission for a kept deployment lasts, however long ago it was given.
  await registry.stop()
  await it.harness.store.pool.query(`update image_confirmation set confirmed_at = now() - interval '1 year'`)
  await call('rollbackInstance', { id, deploymentNumber: 2 })
  const back = await settled(id, 4)
  expect(back).toMatchObject({ state: 'Active', status: 'Deployed', image: images[1] })
  expect(await referenceOf(id, 4)).toBe(two)

  // Neither a pruned image nor one that was removed from the engine can be pulled, and the deployment that serves goes on.
  await it.docker.getImage(three).remove({ force: true })
  for (const [deploymentNumber, number] of [
    [1, 5],
    [3, 6],
  ] as const) {
    await call('rollbackInstance', { id, deploymentNumber })
    const after = await settled(id, number)
    expect(after).toMatchObject({ state: 'Active', status: 'Deployed', activeDeployment: back.activeDeployment })
    expect(after.deployments.find((deployment) => deployment.number === number)?.error).toMatchObject({
      code: 'registryUnreachable',
    })
  }
  // Failed deployments do not use up the number of those that are kept.
  await prune()
  expect(await imagesOnEngine()).toEqual([two])
  expect(await needingPull(id)).toEqual([5, 2, 1])
  expect([one, two, three].every((reference) => reference.includes('@sha256:'))).toBe(true)
  await call('deleteInstance', { id })
  await it.harness.waitUntilDeleted(id)
})
