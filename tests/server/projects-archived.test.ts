import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routerOptions } from '../../server/http/app.ts'
import { permissions } from '../../src/contract/access.ts'
import { addressesHarness } from './addresses-harness.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { clock, volumeOf, volumesHarness } from './volumes-harness.ts'

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

  test('leases, copies, schedules and changes nothing [P4.8]', async () => {
    const volumes = await volumesHarness()
    const { projectId: id, call } = volumes
    const instance = await volumes.deployed(clock({ volumes: [volumeOf('data')] }))
    const volume = await volumes.volumeNamed('data')
    const source = { content: 'volume' as const, volumeId: volume._id }
    const plan = { id, name: 'Nightly', source, schedule: '0 3 * * *' }
    const { backup } = await call('createBackup', plan)
    const { url } = await call('uploadArchive', { id: volume._id, name: 'Early' })
    await call('closeInstance', { id: instance._id, organizationId: volumes.organizationId })
    await volumes.inState(instance._id, 'Closed')
    await call('setProjectState', { id, state: 'ARCHIVED' })

    const job = { id: instance._id, name: 'Clean', command: ['true'], schedule: '0 3 * * *' }
    const calls: Record<string, () => Promise<unknown>> = {
      uploadArchive: () => call('uploadArchive', { id: volume._id, name: 'Late' }),
      createSnapshot: () => call('createSnapshot', { id: volume._id, name: 'Before' }),
      createBackup: () => call('createBackup', { ...plan, name: 'Other' }),
      updateBackup: () => call('updateBackup', { id, backupId: backup._id, enabled: true }),
      startBackup: () => call('startBackup', { id, backupId: backup._id }),
      createJob: () => call('createJob', job),
    }
    for (const [name, attempt] of Object.entries(calls))
      await expect(attempt(), name).rejects.toMatchObject({ code: 'projectArchived' })

    // A link from before it was archived.
    const app = Fastify({ routerOptions })
    const scope = { organizationId: volumes.organizationId, role: 'owner' as const, permissions }
    volumes.compute.registerRoutes(app, {
      authorize: async () => scope,
      recheck: async (caller) => caller,
      rights: { on: () => () => {} },
    })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const sent = await fetch(address + url, {
      method: 'PUT',
      body: 'x',
      headers: { 'content-type': 'application/x-tar' },
    })
    expect([sent.status, (await call('readSnapshots', { id })).totalCount]).toEqual([409, 0])
    await app.close()

    // Ending and removing works as before.
    await call('deleteBackup', { id, backupId: backup._id })
    await volumes.close()
  })

  test('leases no address [P4.8]', async () => {
    const addresses = await addressesHarness(['127.20.10.8/31'])
    const { projectId: id, call } = addresses
    await call('setProjectState', { id, state: 'ARCHIVED' })
    await expect(call('leaseAddress', { id, name: 'door' })).rejects.toMatchObject({ code: 'projectArchived' })
    await addresses.close()
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
