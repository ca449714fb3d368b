import { beforeEach, describe, expect, test } from 'vitest'
import { runningInstances } from '../../server/compute/instances/list-instances.ts'
import { createJobQueues, type JobQueues } from '../../server/jobs/job-queues.ts'
import { deleteOrganization } from '../../server/organizations/removal/delete-organization.ts'
import type { RemovalJob } from '../../server/organizations/removal/removal-queue.ts'
import { removalQueue } from '../../server/organizations/removal/removal-queue.ts'
import { removeOrganization } from '../../server/organizations/removal/remove-organization.ts'
import { permissions } from '../../src/contract/access.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

let harness: ComputeHarness
let queues: JobQueues
const other = crypto.randomUUID() as UserId

beforeEach(async () => {
  harness = await computeHarness()
  queues = createJobQueues(harness.store, harness.log)
  const { organizationId, userId, store } = harness
  await store.pool.query(`insert into "user" (id, username, name) values ($1, 'ben', 'Ben')`, [other])
  await store.pool.query(`insert into member values ($1, $2, 'owner'), ($1, $3, 'member')`, [
    organizationId,
    userId,
    other,
  ])
  await store.pool.query(`update "user" set default_organization = $1`, [organizationId])
  await store.pool.query(`insert into former_username values ('harbour-of-old', $1)`, [organizationId])
  return async () => {
    await queues.stop()
    await harness.close()
  }
})

const remove = () => {
  const { organizationId, userId, store, log } = harness
  const queue = queues.queue<RemovalJob>(removalQueue)
  return deleteOrganization(
    { db: store.db, queue },
    {
      caller: { kind: 'user', userId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
      scope: { organizationId, role: 'owner', permissions },
      address: '127.0.0.1',
      log,
    },
  )
}
const handle = (removeInstancesOf = harness.compute.removeInstancesOf) =>
  removeOrganization(
    { db: harness.store.db, removers: { instance: removeInstancesOf }, removeCustomer: async () => {} },
    harness.organizationId,
  )

/**
 * Returns the references to the organisation in any table but the audit log, which is kept for its retention period.
 */
const remainingOf = async (): Promise<Record<string, number>> => {
  const { pool } = harness.store
  const { rows } = await pool.query(
    `select table_name as name, column_name as key from information_schema.columns
     where table_schema = 'public' and table_name <> 'audit_entry' and (column_name = 'organization_id' or (table_name = 'organization' and column_name = 'id'))`,
  )
  const left: Record<string, number> = {}
  for (const { name, key } of rows) {
    const { rowCount } = await pool.query(`select 1 from "${name}" where ${key} = $1`, [harness.organizationId])
    if (rowCount) left[name] = rowCount
  }
  return left
}

const closed = async () => {
  const instance = await harness.deploy()
  await harness.inState(instance._id, 'Active')
  await harness.call('closeInstance', { id: instance._id, organizationId: harness.organizationId })
  return harness.inState(instance._id, 'Closed')
}

describe('deleting an organisation', () => {
  test('is rejected while any of its instances runs, and lists them', async () => {
    const instance = await harness.deploy({ name: 'Ferry' })
    await harness.inState(instance._id, 'Active')
    await expect(remove()).rejects.toMatchObject({
      code: 'organizationBusy',
      fields: [{ field: 'instance', message: 'Ferry (Active)' }],
    })
    expect(await runningInstances(harness.store.db, harness.organizationId)).toEqual([
      { _id: instance._id, projectId: harness.projectId, name: 'Ferry', state: 'Active' },
    ])
    expect((await harness.store.pool.query('select deleted_at from organization')).rows).toEqual([{ deleted_at: null }])
  })

  test('[A7.29] [A2.46] hides it at once, frees its names, notifies its members, and removes everything', async () => {
    await closed()
    const { store } = harness
    await remove()
    expect((await store.pool.query('select username from organization')).rows[0].username).not.toBe('harbour')
    expect((await store.pool.query('select 1 from former_username')).rowCount).toBe(0)
    expect((await store.pool.query(`select 1 from "user" where default_organization is not null`)).rowCount).toBe(0)
    const { rows: notices } = await store.pool.query('select user_id, message from notification where title = $1', [
      'Harbour',
    ])
    expect(notices).toEqual([{ user_id: other, message: 'Ada deleted the organisation.' }])
    expect((await harness.events()).at(-1)).toEqual({ kind: 'organizationRemoved' })

    const queue = queues.queue<RemovalJob>(removalQueue)
    await queue.work(() => handle())
    await until(async () => Object.keys(await remainingOf()).length === 0)
    for (const table of ['deployment', 'log_chunk'])
      expect((await store.pool.query(`select 1 from ${table}`)).rowCount, table).toBe(0)
    expect(await harness.engine.list()).toEqual([])
  })

  test('resumes wherever it was interrupted, and can be repeated after it is done', async () => {
    await closed()
    await remove()
    const cutOff = async () => {
      throw new Error('killed')
    }
    await expect(handle(cutOff)).rejects.toThrow('killed')
    const cutAfterInstances = async (id: typeof harness.organizationId) => {
      await harness.compute.removeInstancesOf(id)
      throw new Error('killed')
    }
    await expect(handle(cutAfterInstances)).rejects.toThrow('killed')
    expect(await remainingOf()).toMatchObject({ organization: 1, project: 1 })
    await Promise.all([handle(), handle()])
    await handle()
    expect(await remainingOf()).toEqual({})
  })

  test('waits for instances that are still terminating', async () => {
    await remove()
    await expect(handle(async () => 2)).rejects.toThrow('2 instances')
    expect(await remainingOf()).toMatchObject({ organization: 1 })
  })

  test('rejects an instance that is created during the deletion', async () => {
    await remove()
    await expect(harness.deploy({ name: 'Late' })).rejects.toMatchObject({ code: 'organizationNotFound' })
    await handle()
    expect(await remainingOf()).toEqual({})
    expect(await harness.engine.list()).toEqual([])
  })

  test('the removal job leaves an organisation that was not deleted unchanged', async () => {
    await handle()
    expect(await remainingOf()).toMatchObject({ organization: 1, member: 2 })
  })
})
