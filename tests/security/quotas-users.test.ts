import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrganizationHarness, organizationHarness } from '../server/organization-harness.ts'

let harness: OrganizationHarness
beforeAll(async () => {
  harness = await organizationHarness({ LONGSHORE_ORGANIZATIONS_PER_USER: '3' })
})
afterAll(() => harness?.close())

test('limits the organisations that one user owns, also for concurrent requests', async () => {
  const user = await harness.user('Grabber')
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, count) => user.call('POST', 'organization', { name: `Grabbed ${count}` })),
  )
  const rejected = responses.filter(({ status }) => status !== 200)
  const { rows } = await harness.store.pool.query('select 1 from member where user_id = $1 and role = $2', [
    user.userId,
    'owner',
  ])
  expect(rows).toHaveLength(3)
  for (const { status, body } of rejected) expect([status, body.error]).toEqual([409, 'tooManyOrganizations'])

  const other = await harness.user('Neighbour')
  expect((await other.call('POST', 'organization', { name: 'Their own' })).status).toBe(200)
})
