import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailboxes } from '../../server/compute/reconcile/mailboxes.ts'
import { createReconcileMetrics } from '../../server/compute/reconcile/reconcile-options.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness()
})
afterAll(() => harness.close())

test('stopping does not wait for a pass that was about to begin', async () => {
  const { _id } = await harness.deploy()
  // Frees the lease of the instance.
  await harness.compute.stop()
  let passes = 0
  const mailboxes = createMailboxes<InstanceId, object>({
    db: harness.store.db,
    node: 'a node of this test',
    log: harness.log,
    metrics: createReconcileMetrics(undefined),
    rowOf: (id) => ({ table: 'instance', id }),
    noTrigger: {},
    merge: (_, next) => next,
    gate: (_, pass) => pass(),
    async run(_id, _trigger, { lease }) {
      passes += 1
      await lease.pause(60_000)
      return { kind: 'rest' }
    },
    recover: async () => ({ kind: 'rest' }),
  })
  mailboxes.nudge(_id)
  await mailboxes.stop()
  expect(passes).toBe(0)
  const { rows } = await harness.store.pool.query('select lease_owner from instance where id = $1', [_id])
  expect(rows).toEqual([{ lease_owner: null }])
})
