import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../server/money/ledger.ts'
import { applyBilling } from '../../server/money/metering/apply-billing.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'

const GRANT = 25_000_000

let harness: OrganizationHarness
beforeAll(async () => {
  harness = await organizationHarness({ LONGSHORE_BILLING: 'sandbox', LONGSHORE_WELCOME_GRANT: '25' })
})
afterAll(async () => {
  try {
    expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
  } finally {
    await harness.close()
  }
})

const creditOf = async (organizationId: OrganizationId) =>
  Number(await balanceOf(harness.store.db, { kind: 'credit', organizationId }))

const create = async (owner: TestUser, name: string): Promise<OrganizationId> => {
  const { body } = await owner.call('POST', 'organization', { name, preferedAppType: 'compute' })
  return body.organization._id
}

test('the first organisation of each user gets a welcome grant, and no other, nor one after it is deleted', async () => {
  const [ada, grace] = [await harness.user('Ada'), await harness.user('Grace')]
  const first = await create(ada, 'First')
  expect(await creditOf(first)).toBe(GRANT)
  expect(await creditOf(await create(ada, 'Second'))).toBe(0)
  expect((await ada.call('DELETE', `organization/${first}`)).status).toBe(200)
  expect(await creditOf(await create(ada, 'Third'))).toBe(0)
  expect(await creditOf(await create(grace, 'Other'))).toBe(GRANT)
})

test('organisations that are created at the same time get one grant together', async () => {
  const owner = await harness.user('Hasty')
  const ids = await Promise.all([1, 2, 3, 4].map((number) => create(owner, `Hasty ${number}`)))
  const credits = await Promise.all(ids.map(creditOf))
  expect(credits.toSorted()).toEqual([0, 0, 0, GRANT].toSorted())
})

test('turning billing on grants the same to the oldest organisation of each owner, once', async () => {
  const { store } = harness
  const owner = await harness.user('Early')
  const { rows } = await store.pool.query(
    `insert into organization (name, username, site_id, compute_id, storage_id, created_at)
     select 'Early', 'early-' || place, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - place * interval '1 day'
     from generate_series(1, 2) as place returning id, username`,
  )
  for (const { id } of rows)
    await store.pool.query(`insert into member (organization_id, user_id, role) values ($1, $2, 'owner')`, [
      id,
      owner.userId,
    ])
  const [newer, older] = rows.map(({ id }) => id as OrganizationId)
  if (!newer || !older) throw new Error('The organisations were not created.')
  const turnOn = (welcomeGrant: number | null) => applyBilling(store, { billing: 'sandbox', welcomeGrant }, new Date())
  await store.pool.query(`insert into installation (id) select 'test' where not exists (select from installation)`)
  await turnOn(GRANT)
  expect([await creditOf(newer), await creditOf(older)]).toEqual([0, GRANT])
  await applyBilling(store, { billing: 'off', welcomeGrant: null }, new Date())
  await turnOn(2 * GRANT)
  expect([await creditOf(newer), await creditOf(older)]).toEqual([0, GRANT])
})

test('without billing, nothing is granted', async () => {
  const free = await organizationHarness({ LONGSHORE_BILLING: 'off', LONGSHORE_WELCOME_GRANT: '25' })
  try {
    const id = await create(await free.user('Ada'), 'First')
    expect(Number(await balanceOf(free.store.db, { kind: 'credit', organizationId: id }))).toBe(0)
  } finally {
    await free.close()
  }
})
