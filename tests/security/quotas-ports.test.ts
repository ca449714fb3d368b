import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../server/http/handler.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { otherOrganization } from './support/other-organization.ts'

const PORTS = 12
const LIMIT = 8
const from = 21_000 + Math.floor(Math.random() * 8000)

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({
    environment: { LONGSHORE_HOST_PORTS: `${from}-${from + PORTS - 1}`, LONGSHORE_QUOTA_PORTS: String(LIMIT) },
  })
})
afterAll(() => harness?.close())

const ports = (count: number) => Array.from({ length: count }, (_, index) => ({ containerPort: 8080 + index }))
const hostPortsOf = (instance: Instance) => instance.ports.map(({ hostPort }) => hostPort)

/** Deploys with `count` ports, waits until the instance is active, and deletes it; resolves with its host ports. */
async function createAndDelete(count: number) {
  const made = await harness.deploy({ ports: ports(count) })
  const active = await harness.inState(made._id, 'Active')
  await harness.call('deleteInstance', { id: made._id })
  await harness.waitUntilDeleted(made._id)
  return hostPortsOf(active)
}

test('creating and deleting repeatedly uses no more ports than the quota, and leaves the rest to other users', async () => {
  const used = new Set<number | null>()
  for (let round = 0; round < 4; round += 1) for (const port of await createAndDelete(4)) used.add(port)
  expect(used.size).toBe(LIMIT)

  // The same user in a new organisation gets no further ports.
  const renamed = await otherOrganization(harness)
  const again = await renamed.deploy({ image: 'longshore/hello:1', ports: ports(1) })
  const failed = await harness.inState(again._id, 'Failed-start')
  expect(failed.error).toMatchObject({ code: 'portQuota', message: expect.stringMatching(/8 ports.*10 minutes/) })

  const neighbour = randomUUID() as UserId
  await harness.store.pool.query(
    `insert into "user" (id, username, name, email) values ($1, 'bo', 'Bo', 'bo@example.org')`,
    [neighbour],
  )
  const theirs = await otherOrganization(harness, asUser(neighbour))
  const made = await theirs.deploy({ image: 'longshore/hello:1', ports: ports(4) })
  const active = await harness.inState(made._id, 'Active')
  for (const port of hostPortsOf(active)) expect(used).not.toContain(port)
})

test('rejects an instance that needs more ports than the quota has left', async () => {
  await expect(harness.deploy({ ports: ports(LIMIT + 1) })).rejects.toMatchObject({
    code: 'quotaExceeded',
    message: expect.stringMatching(/uses 0 of its 8 ports, and this instance needs 9\. Open fewer ports/),
  })
})

const asUser = (userId: UserId): Caller => ({
  kind: 'user',
  userId,
  by: { session: 'another session', expiresAtMs: Number.POSITIVE_INFINITY },
})
