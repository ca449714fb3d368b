import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { type OrganizationHarness, organizationHarness } from '../server/organization-harness.ts'

let harness: OrganizationHarness
beforeAll(async () => {
  harness = await organizationHarness()
})
afterAll(() => harness.close())

test('an e-mail address that a member typed is marked as unverified in the member list until it is verified', async () => {
  const owner = await harness.user(`Ona Owner ${randomUUID()}`)
  const member = await harness.user(`Tia Typist ${randomUUID()}`)
  const id = await harness.organization(owner, `Typed Quay ${randomUUID()}`, [[member, 'member']])

  // Simulates a user who signed up with a wallet and has no e-mail address.
  await harness.store.pool.query('update "user" set email = null, email_verified = false where id = $1', [
    member.userId,
  ])
  await harness.store.pool.query(`update login_connection set provider = 'metamask' where user_id = $1`, [
    member.userId,
  ])
  const typed = `chief-${randomUUID()}@bank.org`
  expect((await member.call('PATCH', 'profile', { email: typed })).status).toBe(200)
  const currentMember = async (): Promise<MemberWithRole | undefined> => {
    const { users } = (await owner.call('GET', `role/getUsersWithRoleGroups/${id}`)).body
    return users.find(({ userId }: MemberWithRole) => userId === member.userId)
  }
  expect(await currentMember()).toMatchObject({ email: typed, emailVerified: false })
  await harness.store.pool.query('update "user" set email_verified = true where id = $1', [member.userId])
  expect(await currentMember()).toMatchObject({ email: typed, emailVerified: true })
})
