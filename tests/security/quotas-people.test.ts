import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrganizationHarness, organizationHarness } from '../server/organization-harness.ts'

let harness: OrganizationHarness
beforeAll(async () => {
  harness = await organizationHarness({ LONGSHORE_ORGANIZATIONS_PER_USER: '3' })
})
afterAll(() => harness?.close())

test('one person owns only so many organisations, also by many requests at once', async () => {
  const person = await harness.person('Grabber')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, count) => person.call('POST', 'organization', { name: `Grabbed ${count}` })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  const { rows } = await harness.store.pool.query('select 1 from member where user_id = $1 and role = $2', [
    person.userId,
    'owner',
  ])
  expect(rows).toHaveLength(3)
  for (const { status, body } of refused) expect([status, body.error]).toEqual([409, 'tooManyOrganizations'])

  const other = await harness.person('Neighbour')
  expect((await other.call('POST', 'organization', { name: 'Their own' })).status).toBe(200)
})
