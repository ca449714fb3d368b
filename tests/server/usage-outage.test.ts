import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

let harness: ComputeHarness
let running: ComputeHarness['compute']
beforeAll(async () => {
  harness = await computeHarness()
  running = harness.compute
})
afterAll(() => harness?.close())

/** While no control plane runs, something happens to the workload; then one starts. */
async function whileAway(happens: () => Promise<void>): Promise<void> {
  await running.stop()
  await happens()
  running = harness.another()
  await running.start()
}

const intervals = async (id: InstanceId) => {
  const { rows } = await harness.store.pool.query<{ ended: Date | null; reason: string | null }>(
    `select ended_at as ended, end_reason as reason from usage_interval where instance_id = $1 order by started_at`,
    [id],
  )
  return rows
}
/** Simulates that it has run for an hour, and was last seen at this time. */
const age = async (id: InstanceId, observedAt: Date) => {
  const { pool } = harness.store
  await pool.query(`update usage_interval set started_at = now() - interval '1 hour' where instance_id = $1`, [id])
  await pool.query('update replica set observed_at = $2 where instance_id = $1', [id, observedAt])
}
const deploy = async (): Promise<InstanceId> => {
  const { _id } = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
  await harness.inState(_id, 'Active')
  return _id
}
const runsAgain = (id: InstanceId) => until(async () => (await intervals(id)).at(-1)?.ended === null, 25_000)

test('an end that an outage hid is billed to the time of the engine', async () => {
  const id = await deploy()
  const workload = await workloadOf(harness.store, { _id: id })
  let endedAtMs = 0
  await whileAway(async () => {
    await age(id, new Date(Date.now() - 600_000))
    await harness.engine.stop(workload, 0)
    const state = await until(async () => {
      const now = (await harness.engine.inspect(workload))?.state
      return now?.kind === 'ended' && now
    })
    endedAtMs = state.endedAtMs
  })
  await until(async () => (await intervals(id)).length === 2, 25_000)
  await runsAgain(id)
  expect(await intervals(id)).toEqual([
    { ended: new Date(endedAtMs), reason: 'restarted' },
    { ended: null, reason: null },
  ])
})

test('an end that not even the engine knows is billed to the last sighting', async () => {
  const id = await deploy()
  const workload = await workloadOf(harness.store, { _id: id })
  const seenAt = new Date(Date.now() - 600_000)
  await whileAway(async () => {
    await age(id, seenAt)
    await harness.engine.remove(workload)
  })
  await until(async () => (await intervals(id)).length === 2, 25_000)
  await runsAgain(id)
  expect(await intervals(id)).toEqual([
    { ended: seenAt, reason: 'unseen' },
    { ended: null, reason: null },
  ])
})

test('an instance that is closed after its program ended unseen is billed to that end', async () => {
  const id = await deploy()
  const workload = await workloadOf(harness.store, { _id: id })
  const seenAt = new Date(Date.now() - 600_000)
  await whileAway(async () => {
    await age(id, seenAt)
    await harness.engine.remove(workload)
    await harness.call('closeInstance', { id, organizationId: harness.organizationId })
  })
  await harness.inState(id, 'Closed')
  expect(await intervals(id)).toEqual([{ ended: seenAt, reason: 'unseen' }])
})
