import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../long-runs.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'

const roles = ['owner', 'admin', 'member', 'viewer'] as const

let harness: OrganizationHarness
let users: TestUser[]
beforeAll(async () => {
  harness = await organizationHarness({ LONGSHORE_ORGANIZATIONS_PER_USER: '1000' })
  users = await Promise.all(['Ann', 'Ben', 'Cleo', 'Dan'].map((name) => harness.user(name)))
})
afterAll(() => harness.close())

const userIndex = fc.nat({ max: 3 })
const step = fc.oneof(
  fc.record({ do: fc.constant('remove' as const), by: userIndex, target: userIndex }),
  fc.record({ do: fc.constant('give' as const), by: userIndex, target: userIndex, role: fc.constantFrom(...roles) }),
)
/** Groups of concurrent steps, one group after another. */
const handfuls = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })

test('whatever members do to each other, concurrently or in turn, an organisation keeps an owner', async () => {
  let round = 0
  const taken = { 200: 0, 409: 0 }
  await fc.assert(
    fc.asyncProperty(
      handfuls,
      fc.array(fc.constantFrom(...roles), { minLength: 3, maxLength: 3 }),
      async (all, given) => {
        round += 1
        const [first, ...others] = users as [TestUser, ...TestUser[]]
        const id = await harness.organization(
          first,
          `Property ${round}`,
          others.map((member, place) => [member, given[place] ?? 'viewer']),
        )
        for (const handful of all) {
          const responses = await Promise.all(
            handful.map((one) => {
              const [by, target] = [users[one.by], users[one.target]] as [TestUser, TestUser]
              return one.do === 'remove'
                ? by.call('DELETE', `organization/${id}/member`, { userId: target.userId })
                : by.call('POST', 'role/setRoleGroupPermissions', {
                    organizationId: id,
                    userId: target.userId,
                    roleGroupName: one.role,
                  })
            }),
          )
          for (const { status, body } of responses) {
            expect([200, 403, 404, 409], JSON.stringify(body)).toContain(status)
            if (status === 200 || status === 409) taken[status] += 1
          }
          const { rows } = await harness.store.pool.query(
            `select count(*) filter (where role = 'owner')::int as owners from member where organization_id = $1`,
            [id],
          )
          expect(rows[0].owners).toBeGreaterThan(0)
        }
      },
    ),
    { numRuns: isLongRun ? 60 : 30 },
  )
  // Both outcomes have to occur, otherwise this test proves nothing.
  expect(taken[200]).toBeGreaterThan(isLongRun ? 20 : 10)
  expect(taken[409]).toBeGreaterThan(isLongRun ? 5 : 2)
})
