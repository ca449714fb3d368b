import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { visitorPermissions } from '../../src/rules/roles.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

describe('projects', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  test('are listed newest first, in pages, with the count of all [P9.1]', async () => {
    const { organizationId } = harness
    for (let number = 1; number <= 7; number += 1) {
      await harness.call('createProject', { organizationId, name: `Project ${number}` })
    }
    const first = await harness.call('readProjects', { id: organizationId })
    expect(first.totalCount).toBe(8)
    expect(first.projects.map(({ name }) => name)).toEqual([7, 6, 5, 4, 3, 2].map((number) => `Project ${number}`))
    const second = await harness.call('readProjects', { id: organizationId, skip: 6 })
    expect(second.projects.map(({ name }) => name)).toEqual(['Project 1', 'First project'])
    expect(await harness.call('countProjects', { id: organizationId })).toEqual({ count: 8 })
  })

  test('a new one has an empty report, and counts follow the states of its instances [P3.5] [P3.28] [P4.12]', async () => {
    const project = await harness.call('createProject', {
      organizationId: harness.organizationId,
      name: 'Counted',
      description: 'To see them move',
      provider: '',
    })
    expect(project).toMatchObject({
      description: 'To see them move',
      provider: '',
      state: 'MAINTAINED',
      instanceReport: { total: 0, lastTimeInstanceStarted: null },
    })
    const made = await harness.deploy({ projectId: project._id })
    await harness.inState(made._id, 'Active')
    const report = await harness.call('countInstances', { id: project._id })
    expect(report).toMatchObject({ total: 1, active: 1, starting: 0, lastTimeInstanceActivated: expect.any(String) })
    const read = (await harness.call('readProject', { id: project._id })).project
    expect(read.topupReport?.defaultDailyTopUp).toBe(made.extendedInstances[0]?.defaultDailyTopup)

    await expect(harness.call('deleteProject', { id: project._id })).rejects.toMatchObject({ code: 'projectNotEmpty' })
    await harness.call('deleteInstance', { id: made._id })
    await harness.waitUntilDeleted(made._id)
    await harness.call('deleteProject', { id: project._id })
    await expect(harness.call('readProject', { id: project._id })).rejects.toMatchObject({ code: 'notFound' })

    const published = (await harness.events()).flatMap((event) => {
      if (event.kind === 'projectCreated' && event.row._id === project._id) return [event.row]
      return event.kind === 'projectChanged' && event.id === project._id ? [event.changes] : []
    })
    expect(published.map(({ revision }) => revision)).toEqual(published.map((_, index) => index + 1))
    expect(published.map(({ instanceReport }) => `${instanceReport?.starting}/${instanceReport?.active}`)).toEqual(
      expect.arrayContaining(['0/0', '1/0', '0/1']),
    )
    expect((await harness.events()).at(-1)).toEqual({ kind: 'projectRemoved', id: project._id })
  })

  test('instances are listed newest first and filtered by state [P4.2] [P7.11]', async () => {
    const project = await harness.call('createProject', { organizationId: harness.organizationId, name: 'Listed' })
    const [one, two] = [
      await harness.deploy({ projectId: project._id }),
      await harness.deploy({ projectId: project._id }),
    ]
    await Promise.all([harness.inState(one._id, 'Active'), harness.inState(two._id, 'Active')])
    await harness.call('closeInstance', { id: one._id, organizationId: harness.organizationId })
    await harness.inState(one._id, 'Closed')
    const ids = async (state: '' | 'Active' | 'Closed') =>
      (await harness.call('readInstances', { id: project._id, state })).instances.map(({ _id }) => _id)
    expect(await ids('')).toEqual([two._id, one._id])
    expect(await ids('Active')).toEqual([two._id])
    expect(await ids('Closed')).toEqual([one._id])
    expect((await harness.call('readInstances', { id: project._id, limit: 1 })).totalCount).toBe(2)
  })

  test('instances are searched by name, image, id and link, sorted, and read in windows [P4.2]', async () => {
    const { _id: id } = await harness.call('createProject', {
      organizationId: harness.organizationId,
      name: 'Searched',
    })
    const sleeping = { image: 'longshore/clock:1', ports: [] }
    const web = await harness.deploy({ projectId: id, name: 'Web_1' })
    const clock = await harness.deploy({ projectId: id, name: 'clock 100%', ...sleeping })
    const beta = await harness.deploy({ projectId: id, name: 'beta', ...sleeping, machineImageId: 'micro' })
    await Promise.all([web, clock, beta].map(({ _id }) => harness.inState(_id, 'Active')))
    const link = (await harness.call('readInstance', { id: web._id })).instance.latestUrlPreview ?? ''
    const names = async (query: object) => {
      const { instances, totalCount } = await harness.call('readInstances', { id, ...query })
      return [instances.map(({ name }) => name), totalCount]
    }
    expect(await names({ search: 'WEB' })).toEqual([['Web_1'], 1])
    expect(await names({ search: '_' }), 'no wildcard').toEqual([['Web_1'], 1])
    expect(await names({ search: '%' })).toEqual([['clock 100%'], 1])
    expect(await names({ search: 'clock:1' })).toEqual([['beta', 'clock 100%'], 2])
    expect(await names({ search: beta._id.slice(0, 12) })).toEqual([['beta'], 1])
    expect(await names({ search: link })).toEqual([['Web_1'], 1])
    expect(await names({ search: 'clock', state: 'Closed' })).toEqual([[], 0])
    expect(await names({ sort: 'name' })).toEqual([['beta', 'clock 100%', 'Web_1'], 3])
    expect(await names({ sort: '-name', limit: 2 })).toEqual([['Web_1', 'clock 100%'], 3])
    expect(await names({ sort: '-name', skip: 2, limit: 2 })).toEqual([['beta'], 3])
    expect(await names({ sort: 'created' })).toEqual([['Web_1', 'clock 100%', 'beta'], 3])
    expect(await names({ sort: '-price' })).toEqual([['beta', 'clock 100%', 'Web_1'], 3])
    const visitor = { organizationId: harness.organizationId, role: null, permissions: visitorPermissions }
    const visited = await harness.call('readInstances', { id, sort: 'price' }, { scope: visitor })
    expect(
      visited.instances.map(({ name }) => name),
      'an order by price is not public',
    ).toEqual(['beta', 'clock 100%', 'Web_1'])
  })

  test('of another organisation are not found', async () => {
    const scope = { organizationId: randomUUID() as OrganizationId, role: 'owner' as const, permissions }
    for (const name of ['readProject', 'deleteProject', 'readInstances', 'countInstances'] as const) {
      await expect(harness.call(name, { id: harness.projectId }, { scope })).rejects.toMatchObject({ code: 'notFound' })
    }
  })

  test('many instances created concurrently are all created, and all of them run', async () => {
    const made = await Promise.all(
      Array.from({ length: 15 }, () => harness.deploy({ image: 'longshore/clock:1', ports: [] })),
    )
    await until(async () => {
      const { instances } = await harness.call('readInstances', { id: harness.projectId, state: 'Active' })
      return instances.length === made.length
    }, 25_000)
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(15)
  })
})
