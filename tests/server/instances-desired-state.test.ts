import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InstanceId, OrganizationId } from '../../src/contract/wire/common.ts'
import { visitorPermissions } from '../../src/rules/roles.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

describe('desired state', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())
  const close = (id: InstanceId) => harness.call('closeInstance', { id, organizationId: harness.organizationId })

  test('closing twice is one desired state, and deleting wins over closing [P4.11]', async () => {
    const { _id } = await harness.deploy()
    await harness.inState(_id, 'Active')
    const [first, second] = await Promise.all([close(_id), close(_id)])
    expect([first.instance.desiredState, second.instance.desiredState]).toEqual(['closed', 'closed'])
    await harness.call('deleteInstance', { id: _id })
    // The row may be gone already; any other error is a fault.
    const late = await close(_id).then(
      ({ instance }) => instance.desiredState,
      ({ code }: { code?: string }) => code,
    )
    expect(['deleted', 'notFound']).toContain(late)
    await harness.waitUntilDeleted(_id)
    expect((await harness.events()).filter(({ kind }) => kind === 'instanceRemoved')).toHaveLength(1)
  })

  test('a close during a start cancels it', async () => {
    const { _id } = await harness.deploy({ image: 'longshore/clock:1', ports: [{ containerPort: 9000 }] })
    await close(_id)
    await harness.inState(_id, 'Closed')
    expect(await harness.engine.list()).toEqual([])
  })

  test('a user without an e-mail address cannot deploy [A5.11]', async () => {
    await harness.store.pool.query('update "user" set email = null')
    await expect(harness.deploy()).rejects.toMatchObject({ code: 'emailNeeded' })
    await harness.store.pool.query(`update "user" set email = 'ada@example.org'`)
  })

  test('an unavailable choice is rejected without a write', async () => {
    const before = await counted()
    await expect(harness.deploy({ region: 'us-east' })).rejects.toMatchObject({ code: 'regionDisabled' })
    await expect(harness.deploy({ region: 'the-moon' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(harness.deploy({ machineImageId: 'none' })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'machineImageId', message: expect.any(String) }],
    })
    await expect(harness.deploy({ machineImageId: 'custom-id', cpu: 100 })).rejects.toMatchObject({
      fields: [{ field: 'memory' }, { field: 'storage' }],
    })
    await expect(
      harness.deploy({ machineImageId: 'custom-id', cpu: 64_000, memory: 549_755_813_888, storage: 536_870_912 }),
    ).rejects.toMatchObject({ code: 'insufficientCapacity' })
    await expect(harness.deploy({ templateId: 'postgres', machineImageId: 'nano' })).rejects.toMatchObject({
      code: 'planTooSmall',
    })
    await expect(harness.deploy({ organizationId: randomUUID() as OrganizationId })).rejects.toMatchObject({
      code: 'notFound',
    })
    expect(await counted()).toEqual(before)
  })

  test('credentials of a registry are stored encrypted and never returned', async () => {
    const privateRegistry = { registry: 'ghcr.io', username: 'ada', password: 'very secret words' }
    const { _id } = await harness.deploy({ image: 'ghcr.io/ada/app:1', privateRegistry })
    const failed = await harness.inState(_id, 'Failed-start')
    expect(JSON.stringify(failed)).not.toContain('secret words')
    const { rows } = await harness.store.pool.query<{ text: string }>(
      'select i::text || s::text as text from instance i join deployment_secret s on s.deployment_id = i.active_deployment where i.id = $1',
      [_id],
    )
    expect(rows[0]?.text).not.toContain(Buffer.from('secret words').toString('hex'))
    expect(JSON.stringify(await harness.events())).not.toContain('secret words')
  })

  test('variables are returned by name to members only, and so are prices [A1.3] [P6.3] [P7.19]', async () => {
    const { _id } = await harness.deploy({ environment: [{ name: 'GREETING', value: 'between us' }] })
    expect((await harness.instance(_id)).environment).toEqual([{ name: 'GREETING' }])
    const visit = { scope: { organizationId: harness.organizationId, role: null, permissions: visitorPermissions } }
    const { instance } = await harness.call('readInstance', { id: _id, topupReport: 'n' }, visit)
    expect(instance.environment).toEqual([])
    const { instances } = await harness.call('readInstances', { id: harness.projectId }, visit)
    expect(JSON.stringify(instances)).not.toContain('GREETING')
    const ofProject = { id: harness.projectId }
    const ofOrganization = { id: harness.organizationId }
    const { project } = await harness.call('readProject', ofProject, visit)
    const { projects } = await harness.call('readProjects', ofOrganization, visit)
    expect(instances.map(({ extendedInstances }) => extendedInstances)).toContainEqual([])
    expect([project, ...projects].map(({ topupReport }) => topupReport)).toEqual([null, null])
    expect((await harness.call('readProject', ofProject)).project.topupReport).not.toBeNull()
  })

  test('a new name is published to all watchers, and a terminating instance keeps its old one [P7.22]', async () => {
    const { _id } = await harness.deploy()
    const { instance } = await harness.call('renameInstance', { id: _id, name: 'Renamed' })
    expect(instance.name).toBe('Renamed')
    await harness.call('deleteInstance', { id: _id })
    await expect(harness.call('renameInstance', { id: _id, name: 'Late' })).rejects.toMatchObject({
      code: expect.stringMatching(/instanceEnding|notFound/),
    })
  })

  async function counted() {
    const { rows } = await harness.store.pool.query(
      'select (select count(*) from instance) as i, (select count(*) from organization_event) as e',
    )
    return rows
  }
})
