import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

describe('an archived project', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  const created = (name: string) => harness.call('createProject', { organizationId: harness.organizationId, name })
  const namesIn = async (state?: 'MAINTAINED' | 'ARCHIVED' | '') => {
    const { projects } = await harness.call('readProjects', { id: harness.organizationId, limit: 50, state })
    return projects.map(({ name }) => name)
  }

  test('leaves the list and its count, can be listed, and is brought back [P4.8] [P7.12] [P7.28]', async () => {
    const project = await created('Finished')
    const { count } = await harness.call('countProjects', { id: harness.organizationId })
    const archived = await harness.call('setProjectState', { id: project._id, state: 'ARCHIVED' })
    expect(archived.project).toMatchObject({ _id: project._id, state: 'ARCHIVED' })
    expect(await namesIn()).not.toContain('Finished')
    expect(await namesIn('ARCHIVED')).toEqual(['Finished'])
    expect(await namesIn('')).toContain('Finished')
    expect(await harness.call('countProjects', { id: harness.organizationId })).toEqual({ count: count - 1 })
    // It is read like any other.
    expect((await harness.call('readProject', { id: project._id })).project.state).toBe('ARCHIVED')
    // A second press changes nothing.
    const again = await harness.call('setProjectState', { id: project._id, state: 'ARCHIVED' })
    expect(again.project.revision).toBe(archived.project.revision)

    await harness.call('setProjectState', { id: project._id, state: 'MAINTAINED' })
    expect(await namesIn()).toContain('Finished')
    const published = (await harness.events()).flatMap((event) =>
      event.kind === 'projectChanged' && event.id === project._id && event.changes.state ? [event.changes.state] : [],
    )
    expect(published).toEqual(['ARCHIVED', 'MAINTAINED'])
  })

  test('has nothing running, and nothing starts in it [P4.8] [P7.28]', async () => {
    const project = await created('Shop')
    const made = await harness.deploy({ projectId: project._id })
    await harness.inState(made._id, 'Active')
    const archive = () => harness.call('setProjectState', { id: project._id, state: 'ARCHIVED' })
    await expect(archive()).rejects.toMatchObject({ code: 'projectRunning' })
    await harness.call('closeInstance', { id: made._id, organizationId: harness.organizationId })
    await harness.inState(made._id, 'Closed')
    await archive()
    await expect(harness.deploy({ projectId: project._id })).rejects.toMatchObject({ code: 'projectArchived' })
    await expect(harness.call('restartInstance', { id: made._id })).rejects.toMatchObject({ code: 'projectArchived' })
    await harness.call('setProjectState', { id: project._id, state: 'MAINTAINED' })
    await harness.call('restartInstance', { id: made._id })
    await harness.inState(made._id, 'Active')
  })

  test('is archived or started in, never both [P4.8]', async () => {
    const project = await created('Raced')
    const made = await harness.deploy({ projectId: project._id })
    await harness.inState(made._id, 'Active')
    await harness.call('closeInstance', { id: made._id, organizationId: harness.organizationId })
    await harness.inState(made._id, 'Closed')
    const outcomes = await Promise.allSettled([
      harness.call('setProjectState', { id: project._id, state: 'ARCHIVED' }),
      harness.call('restartInstance', { id: made._id }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
