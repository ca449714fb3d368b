import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../server/start-up/housekeeping.ts'
import { installationId } from '../../server/start-up/installation.ts'
import { createOrganizationFixture, type PlatformHarness, platformHarness } from './platform-harness.ts'

let harness: PlatformHarness
beforeAll(async () => {
  harness = await platformHarness()
})
afterAll(() => harness.close())

const count = async (text: string, values: unknown[] = []) =>
  Number((await harness.store.pool.query(`select count(*) as n from ${text}`, values)).rows[0]?.n)

test('the newest 10,000 events of an organisation are kept, independently of other organisations', async () => {
  const [busy, calm] = [
    await createOrganizationFixture(harness.store, { open: false }),
    await createOrganizationFixture(harness.store, { open: false }),
  ]
  for (const [fixture, events] of [
    [busy, 10_040],
    [calm, 20],
  ] as const)
    await harness.store.pool.query(
      `with moved as (update organization set event_sequence = $2 where id = $1)
       insert into organization_event (organization_id, sequence, event)
       select $1, n, '{}' from generate_series(1, $2::int) as n`,
      [fixture.organizationId, events],
    )
  await deleteExpiredRows(harness.store, harness.app.log as never)
  expect(await count('organization_event where organization_id = $1', [busy.organizationId])).toBe(10_000)
  expect(await count('organization_event where organization_id = $1 and sequence = 10040', [busy.organizationId])).toBe(
    1,
  )
  expect(await count('organization_event where organization_id = $1', [calm.organizationId])).toBe(20)
})

test('sessions that ended long ago are deleted; those that may still be queried stay', async () => {
  const { userId } = await harness.user('sleeper')
  const live = await count('session where user_id = $1', [userId])
  await harness.store.pool.query(
    `insert into session (user_id, expires_at) values ($1, now() - interval '31 days'), ($1, now() - interval '1 day')`,
    [userId],
  )
  await deleteExpiredRows(harness.store, harness.app.log as never)
  expect(await count('session where user_id = $1', [userId])).toBe(live + 1)
})

test('nodes that start concurrently on one database agree on its installation id', async () => {
  const marks = await Promise.all(Array.from({ length: 5 }, () => installationId(harness.store.pool)))
  const later = await installationId(harness.store.pool)
  expect(later).toMatch(/^[0-9a-f]{10}$/)
  expect(new Set([...marks, later])).toEqual(new Set([later]))
  expect(await count('installation')).toBe(1)
})
