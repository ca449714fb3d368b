import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { routerOptions } from '../../server/http/app.ts'
import { permissions } from '../../src/contract/access.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { startRegistry, type TestRegistry } from '../engines/bootstrap/registry.ts'
import { pushImage, withDockerPlatform } from '../security/support/docker-platform.ts'
import { until } from '../server/until.ts'
import { workloadOf } from '../server/workload-of.ts'

const SETTLES_MS = 60_000
const { test, it } = withDockerPlatform()
let registry: TestRegistry
let app: FastifyInstance
beforeAll(async () => {
  if (!it.docker) return
  registry = await startRegistry({ isPrivate: false })
  app = Fastify({ routerOptions })
  it.harness.compute.registerRoutes(app, {
    authorize: async () => ({ organizationId: it.harness.organizationId, role: 'owner', permissions }),
    recheck: async (caller) => caller,
    rights: { on: () => () => {} },
  })
})
afterAll(async () => {
  await app?.close()
  await registry?.stop()
})

/** Resolves once this deployment serves, with the digest that it pinned and the image that its container runs. */
const serving = async (_id: InstanceId, number: number) => {
  await until(async () => {
    const { deployments, state } = await it.harness.instance(_id)
    return state === 'Active' && deployments.find((each) => each.number === number)?.status === 'Deployed'
  }, SETTLES_MS)
  const { rows } = await it.harness.store.pool.query<{ reference: string }>(
    `select i.reference from deployment_image i join deployment d on d.id = i.deployment_id
     where d.instance_id = $1 and d.number = $2`,
    [_id, number],
  )
  const workload = await workloadOf(it.harness.store, { _id })
  const { Image } = await it.docker.getContainer(`longshore-${it.installationId}-${workload}`).inspect()
  const { RepoDigests } = await it.docker.getImage(Image).inspect()
  return { reference: rows[0]?.reference ?? '', running: RepoDigests }
}

test('a hook deploys what a moved tag names now, and a rollback runs the old image without its registry', async () => {
  const image = `${registry.address}/app:1`
  await pushImage(it.docker, image)
  const { _id } = await it.harness.deploy({ command: ['sleep', '1000'], ports: [], image })
  const first = await serving(_id, 1)
  expect(first.reference).toContain('@sha256:')
  expect(first.running).toContain(first.reference)

  const { url } = await it.harness.call('createDeployHook', { id: _id })
  const press = () => app.inject({ method: 'POST', url: new URL(url).pathname })
  await pushImage(it.docker, image)
  const response = await press()
  expect(response.statusCode, response.body).toBeLessThan(300)
  const second = await serving(_id, 2)
  expect(second.reference).not.toBe(first.reference)
  expect(second.running).toContain(second.reference)

  await registry.stop()
  await it.harness.call('rollbackInstance', { id: _id, deploymentNumber: 1 })
  const back = await serving(_id, 3)
  expect(back.reference).toBe(first.reference)
  expect(back.running).toContain(first.reference)
  await it.harness.call('deleteInstance', { id: _id })
  await it.harness.waitUntilDeleted(_id)
})
