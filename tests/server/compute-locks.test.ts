import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../server/http/api-error.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ environment: { LONGSHORE_QUOTA_INSTANCES: 'none', LONGSHORE_QUOTA_PORTS: 'none' } })
})
afterAll(() => harness.close())

const service = {
  name: 'clock',
  image: 'longshore/clock:1',
  cpuMilli: 100,
  memoryBytes: 67_108_864,
  storageBytes: 536_870_912,
}
/** More than the pool has connections; few enough to get one within its time limit on a busy machine. */
const AT_ONCE = 30
/** PostgreSQL reports a deadlock after a second; starting and ending so many workloads takes longer on a busy machine. */
const LIMIT_MS = 90_000

test(
  'creations, updates and closings at once never wait for each other in a circle, and leave no claim',
  async () => {
    const { organizationId, projectId, call, store } = harness
    const configuration = { services: [service] }
    const cluster = { clusterUrl: 'https://example.org/fleet.git', clusterName: 'fleet' }
    const known: InstanceId[] = []
    // Whether there is room is not the subject here: everything but a rejection by its code is a fault.
    const expected = (error: unknown) => {
      if (!(error instanceof ApiError) || error.code === 'unexpected') throw error
    }
    const create = async (index: number) => {
      const given = { organizationId, projectId, name: `Ship ${index}`, region: 'us-west', configuration }
      const made = index % 2 ? call('createClusterInstance', { ...given, ...cluster }) : call('createInstance', given)
      const { computeInstanceId } = await made
      known.push(computeInstanceId)
    }
    const change = async (index: number) => {
      const id = await until(async () => known[index % Math.max(known.length, 1)], 10_000)
      if (index % 3 === 0) await call('closeInstance', { id, organizationId })
      else if (index % 3 === 1) await call('updateInstance', { id, configuration })
      else await call('deleteInstance', { id })
    }
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        (index % 2 ? create(index) : index % 4 ? create(index) : change(index)).catch(expected),
      ),
    )
    expect(known.length).toBeGreaterThan(0)
    await call('deleteInstances', { organizationId, instanceIds: known })
    await Promise.all(known.map((id) => harness.waitUntilDeleted(id)))
    const { rows } = await store.pool.query('select cpu_milli::int, memory_bytes::int from capacity_counter')
    expect(rows).toEqual([{ cpu_milli: 0, memory_bytes: 0 }])
    const open = await store.pool.query('select 1 from usage_interval where ended_at is null')
    expect(open.rowCount).toBe(0)
  },
  LIMIT_MS,
)
