import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { until } from '../server/until.ts'
import { otherOrganization } from './support/other-organization.ts'

const GIB = 1024 ** 3
const worker = { image: 'longshore/clock:1', ports: [] }

describe('quotas of an organisation', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({
      environment: { LONGSHORE_QUOTA_INSTANCES: '2', LONGSHORE_QUOTA_MEMORY_MB: '384', LONGSHORE_QUOTA_CPU: 'none' },
    })
  })
  afterEach(async () => {
    const { rows } = await harness.store.pool.query('select id, organization_id from instance')
    for (const { id, organization_id: organizationId } of rows) {
      await harness.call('deleteInstance', { id }, { scope: { organizationId, role: 'owner', permissions: [] } })
    }
    for (const { id } of rows) await harness.waitUntilDeleted(id)
    await harness.store.pool.query('delete from organization_quota')
  })
  afterAll(() => harness.close())

  test('concurrent requests cannot exceed the quota', async () => {
    const deployments = Array.from({ length: 12 }, () => harness.deploy(worker))
    const settled = await Promise.allSettled(deployments)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'quotaExceeded' })
    expect((await harness.store.pool.query('select 1 from instance')).rowCount).toBe(2)
  })

  test('the error names the quota, the usage and the limit', async () => {
    await harness.deploy({ ...worker, machineImageId: 'micro' })
    await expect(harness.deploy({ ...worker, machineImageId: 'micro' })).rejects.toMatchObject({
      code: 'quotaExceeded',
      status: 409,
      message: expect.stringMatching(/uses 256 MiB of its 384 MiB memory, and this instance needs 256 MiB/),
    })
  })

  test.for(['closeInstance', 'deleteInstance'] as const)(
    'a workload that ignores SIGTERM counts until it has ended: %s',
    async (call) => {
      const stubborn = await harness.deploy({
        ...worker,
        machineImageId: 'micro',
        command: ['node', '-e', `process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)`],
      })
      await harness.inState(stubborn._id, 'Active')
      await until(async () => (await harness.lines(stubborn, 'instanceLogs')).includes('deaf'))
      const before = (await harness.call('readRegions', {})).regions[0]?.resources.memory ?? 0
      await (call === 'closeInstance'
        ? harness.call(call, { id: stubborn._id, organizationId: harness.organizationId })
        : harness.call(call, { id: stubborn._id }))
      // It keeps running for its grace period of 3 s.
      await expect(harness.deploy({ ...worker, machineImageId: 'micro' })).rejects.toMatchObject({
        code: 'quotaExceeded',
        message: expect.stringMatching(/uses 256 MiB of its 384 MiB memory/),
      })
      expect((await harness.call('readRegions', {})).regions[0]?.resources.memory).toBe(before)
      expect(await harness.engine.list()).toHaveLength(1)
      await (call === 'closeInstance'
        ? harness.inState(stubborn._id, 'Closed')
        : harness.waitUntilDeleted(stubborn._id))
      expect(await harness.engine.list()).toEqual([])
      await harness.deploy({ ...worker, machineImageId: 'micro' })
    },
  )

  test('closing releases memory when the workload has ended, and only deleting releases an instance', async () => {
    const first = await harness.deploy({ ...worker, machineImageId: 'micro' })
    await harness.inState(first._id, 'Active')
    await harness.call('closeInstance', { id: first._id, organizationId: harness.organizationId })
    await harness.inState(first._id, 'Closed')
    await harness.deploy({ ...worker, machineImageId: 'micro' })
    await expect(harness.deploy(worker)).rejects.toMatchObject({ message: expect.stringMatching(/2 of 2 instances/) })
    await harness.call('deleteInstance', { id: first._id })
    await harness.waitUntilDeleted(first._id)
    await harness.deploy(worker)
  })

  test('an operator can set a quota for one organisation without changing the others', async () => {
    await harness.store.pool.query(
      'insert into organization_quota (organization_id, instances, storage_bytes) values ($1, 3, $2)',
      [harness.organizationId, 3 * GIB],
    )
    const { quotas } = await harness.call('readQuotas', { id: harness.organizationId })
    expect(quotas).toEqual([
      { name: 'instances', used: 0, limit: 3 },
      { name: 'cpu', used: 0, limit: null },
      { name: 'memory', used: 0, limit: 384 * 1024 ** 2 },
      { name: 'storage', used: 0, limit: 3 * GIB },
      { name: 'ports', used: 0, limit: 500 },
      { name: 'addresses', used: 0, limit: 20 },
      { name: 'projects', used: 1, limit: 500 },
    ])
    for (let count = 0; count < 3; count += 1) await harness.deploy(worker)
    await expect(harness.deploy(worker)).rejects.toMatchObject({ code: 'quotaExceeded' })
    const other = await otherOrganization(harness)
    await other.deploy(worker)
  })
})

describe('the quota of projects', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({ environment: { LONGSHORE_QUOTA_PROJECTS: '3' } })
  })
  afterAll(() => harness.close())

  test('concurrent requests cannot exceed it, and deleting a project makes room', async () => {
    const { organizationId } = harness
    const create = () => harness.call('createProject', { organizationId, name: 'One more' })
    const settled = await Promise.allSettled(Array.from({ length: 8 }, create))
    const created = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(created).toHaveLength(2)
    for (const one of settled) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'quotaExceeded',
          status: 409,
          message:
            'Your organisation has 3 of 3 projects. Delete one that you no longer need, or ask the operator to raise the limit.',
        })
    }
    const { quotas } = await harness.call('readQuotas', { id: organizationId })
    expect(quotas.at(-1)).toEqual({ name: 'projects', used: 3, limit: 3 })
    await harness.deploy(worker)
    for (const { _id: id } of created.slice(0, 1)) await harness.call('deleteProject', { id })
    await create()

    await harness.store.pool.query('insert into organization_quota (organization_id, projects) values ($1, 4)', [
      organizationId,
    ])
    await create()
    await expect(create()).rejects.toMatchObject({ code: 'quotaExceeded' })
  })
})

describe('the reserve of the control plane', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({ environment: { LONGSHORE_RESERVE_DISK_MB: '999999999' } })
  })
  afterAll(() => harness.close())

  test('nothing is deployed when the disk has less free space than the reserve', async () => {
    await expect(harness.deploy()).rejects.toMatchObject({
      code: 'insufficientCapacity',
      message: expect.stringMatching(/disk of this machine is nearly full/),
    })
    expect((await harness.store.pool.query('select 1 from instance')).rowCount).toBe(0)
  })

  test('regions do not offer the reserve', async () => {
    const { cpuCount, memoryBytes } = await harness.engine.describe()
    const reserved = await computeHarness({
      environment: {
        LONGSHORE_RESERVE_CPU: '0.5',
        LONGSHORE_RESERVE_MEMORY_MB: '1024',
        LONGSHORE_RESERVE_DISK_MB: '0',
      },
    })
    try {
      const { regions } = await reserved.call('readRegions', {})
      expect(regions[0]?.resources).toMatchObject({ cpu: (cpuCount - 0.5) * 4000, memory: memoryBytes - GIB })
    } finally {
      await reserved.close()
    }
  })
})
