import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { busyboxImage } from '../engines/bootstrap/busybox-image.ts'
import { registryUser, startRegistry, type TestRegistry } from '../engines/bootstrap/registry.ts'
import { workloadOf } from '../server/workload-of.ts'
import { pushImage, withDockerPlatform } from './support/docker-platform.ts'
import { otherOrganization } from './support/other-organization.ts'

const sleeping = { command: ['sleep', '1000'], ports: [] }

describe('a private image that one tenant has pulled', () => {
  const { test, it: platform } = withDockerPlatform()
  let registry: TestRegistry
  let image: string
  let owners: Instance

  beforeAll(async () => {
    if (!platform.docker) return
    registry = await startRegistry({ isPrivate: true })
    image = `${registry.address}/team/secret:1`
    await pushImage(platform.docker, image, { user: registryUser })
    owners = await deployOwn()
  })
  afterAll(() => registry?.stop())

  const right = () => ({ registry: registry.address, ...registryUser })
  const wrong = () => ({ ...right(), password: 'guessed' })
  const errorOf = async ({ _id }: Instance) => (await platform.harness.inState(_id, 'Failed-start', 60_000)).error

  async function deployOwn(): Promise<Instance> {
    const made = await platform.harness.deploy({ ...sleeping, image, privateRegistry: right() })
    return platform.harness.inState(made._id, 'Active', 60_000)
  }

  const containerOf = async (instance: Instance) =>
    platform.docker.getContainer(
      `longshore-${platform.installationId}-${await workloadOf(platform.harness.store, instance)}`,
    )
  const imageOf = async (instance: Instance) => (await (await containerOf(instance)).inspect()).Image

  test('does not run for a tenant with missing or wrong credentials', async () => {
    const outsider = await otherOrganization(platform.harness)
    expect(await errorOf(await outsider.deploy({ ...sleeping, image }))).toMatchObject({ code: 'registryDenied' })
    expect(await errorOf(await outsider.deploy({ ...sleeping, image, privateRegistry: wrong() }))).toMatchObject({
      code: 'registryDenied',
    })
  })

  test('does not run by its digest either', async () => {
    const { rows } = await platform.harness.store.pool.query<{ reference: string }>(
      'select reference from deployment_image where deployment_id = $1',
      [owners.activeDeployment],
    )
    const reference = rows[0]?.reference ?? ''
    expect(reference).toMatch(/@sha256:/)
    const outsider = await otherOrganization(platform.harness)
    expect(await errorOf(await outsider.deploy({ ...sleeping, image: reference }))).toMatchObject({
      code: 'registryDenied',
    })
  })

  test('runs for another tenant with credentials that the registry accepts', async () => {
    const colleague = await otherOrganization(platform.harness)
    const made = await colleague.deploy({ ...sleeping, image, privateRegistry: right() })
    await platform.harness.inState(made._id, 'Active', 60_000)
    expect(await imageOf(made)).toBe(await imageOf(owners))
  })

  test('is not replaced when a tag on the engine is moved', async () => {
    await platform.docker.getImage(busyboxImage).tag({ repo: `${registry.address}/team/secret`, tag: '1' })
    const made = await deployOwn()
    expect(await imageOf(made)).toBe(await imageOf(owners))
    await platform.docker.getImage(image).remove()
  })

  test('while the registry is down, runs only for tenants whose access was confirmed in the last 24 hours', async () => {
    const outsider = await otherOrganization(platform.harness)
    await registry.stop()
    for (const privateRegistry of [null, wrong(), right()]) {
      const error = await errorOf(await outsider.deploy({ ...sleeping, image, privateRegistry }))
      expect(error).toMatchObject({ code: 'registryUnreachable' })
    }
    const again = await deployOwn()
    expect(await imageOf(again)).toBe(await imageOf(owners))
    expect((await platform.harness.lines(again, 'logs')).join('\n')).toContain('the registry granted you access before')
    await platform.harness.store.pool.query(`update image_confirmation set confirmed_at = now() - interval '25 hours'`)
    const late = await platform.harness.deploy({ ...sleeping, image, privateRegistry: right() })
    expect(await errorOf(late)).toMatchObject({ code: 'registryUnreachable' })
  })

  test('a running instance is restarted without its registry', async () => {
    const workload = await workloadOf(platform.harness.store, owners)
    await (await containerOf(owners)).remove({ force: true })
    await expect
      .poll(async () => (await platform.engine.inspect(workload))?.state.kind, { timeout: 30_000 })
      .toBe('running')
  })
})

describe('images that are not from a registry', () => {
  const { test, it: platform } = withDockerPlatform()

  test("images that exist only on the engine do not run: the operator's, and the base of the built-in ones", async () => {
    await platform.engine.pull('longshore/clock:1', {})
    const held = (await platform.docker.listImages()).flatMap(({ RepoTags }) => RepoTags ?? [])
    const base = held.find((name) => name.startsWith('longshore/node:')) ?? ''
    const names = [busyboxImage, base, 'docker.io/longshore/clock:1', 'index.docker.io/longshore/hello:1']
    for (const image of names) {
      const { _id } = await platform.harness.deploy({ ...sleeping, image })
      const { error } = await platform.harness.inState(_id, 'Failed-start', 60_000)
      expect([image, error?.code]).toEqual([image, expect.stringMatching(/^(imageNotFound|registryUnreachable)$/)])
    }
    expect(await platform.engine.list()).toEqual([])
  })

  test('an image that the operator allows by name runs', async () => {
    const allowing = await platform.another({ LONGSHORE_LOCAL_IMAGES: 'tools/backup:2, longshore-test/*' })
    const { _id } = await allowing.deploy({ ...sleeping, image: busyboxImage })
    await allowing.inState(_id, 'Active', 60_000)
  })
})
