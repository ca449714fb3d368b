import { asc, eq } from 'drizzle-orm'
import { usernameOf } from '../../server/organizations/usernames.ts'
import type { StoredMail } from '../../server/sandbox/mail/mail-store.ts'
import { auditEntries, organizationEvents } from '../../server/store/schema.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { AuditAction } from '../../src/contract/wire/audit.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Invite } from '../../src/contract/wire/invite.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { type FurtherParts, type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'
import { until } from './until.ts'

export type TestUser = Awaited<ReturnType<typeof signedIn>> & { userId: string; email: string }

export interface OrganizationHarness extends SessionHarness {
  user(name: string): Promise<TestUser>
  /** Creates an organisation of an owner, with members in roles. */
  organization(owner: TestUser, name: string, members?: [TestUser, RoleGroup][]): Promise<OrganizationId>
  /** Makes a call without a session. */
  visit(path: string): ReturnType<TestUser['call']>
  audit(id: OrganizationId): Promise<{ action: AuditAction; before: unknown; after: unknown; target: string }[]>
  events(id: OrganizationId): Promise<OrganizationEvent[]>
  /**
   * Resolves with the mails to an address once there are at least `count`. Mails are sent in parallel, so those of one
   * moment are in any order.
   */
  mails(to: string, count: number): Promise<StoredMail[]>
  /** Resolves with the newest mail to an address once there are at least `count`. */
  mail(to: string, count?: number): Promise<StoredMail>
  invite(by: TestUser, id: OrganizationId, email: string, roleGroupName?: RoleGroup): Promise<Invite>
  /** Resolves with the secret in the link of an invitation mail. */
  secret(email: string, count?: number): Promise<string>
}

/** Sandbox users and their organisations, created by real calls. */
export const organizationHarness = async (
  environment?: NodeJS.ProcessEnv,
  furtherParts?: FurtherParts,
): Promise<OrganizationHarness> => {
  const harness = await sessionHarness(environment, furtherParts)
  const { db, pool } = harness.store

  const mails = (to: string, count: number): Promise<StoredMail[]> =>
    until(async () => {
      const response = await harness.app.inject('/api/sandbox/mail')
      const those: StoredMail[] = response.json().mails.filter((kept: StoredMail) => kept.to === to)
      return those.length >= count && those
    })

  const mail = async (to: string, count = 1): Promise<StoredMail> => {
    const [newest] = await mails(to, count)
    if (!newest) throw new Error(`No mail came to ${to}.`)
    return newest
  }

  return {
    ...harness,
    user: async (name) => {
      const member = await signedIn(harness, name)
      const { user } = (await member.call('GET', 'profile')).body
      return { ...member, userId: user._id, email: user.platformProfile.email }
    },
    organization: async (owner, name, members = []) => {
      // Mails of an earlier attempt of the same test remain.
      await pool.query('update organization set username = id::text where username = $1', [usernameOf(name)])
      const { _id } = (await owner.call('POST', 'organization', { name })).body.organization
      for (const [{ userId }, role] of members)
        await pool.query('insert into member (organization_id, user_id, role) values ($1, $2, $3)', [_id, userId, role])
      return _id
    },
    visit: async (path) => {
      const response = await harness.app.inject(`/api/${path}`)
      return { status: response.statusCode, body: response.json() }
    },
    audit: async (id) => {
      const rows = await db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.organizationId, id))
        .orderBy(asc(auditEntries.number))
      return rows as Awaited<ReturnType<OrganizationHarness['audit']>>
    },
    events: async (id) => {
      const rows = await db
        .select()
        .from(organizationEvents)
        .where(eq(organizationEvents.organizationId, id))
        .orderBy(asc(organizationEvents.sequence))
      return rows.map(({ event }) => event)
    },
    mails,
    mail,
    invite: async (by, id, userEmail, roleGroupName) => {
      const { status, body } = await by.call('POST', `organization/${id}/invites`, {
        userEmail,
        ...(roleGroupName && { roleGroupName }),
      })
      if (status !== 200) throw new Error(`${userEmail} was not invited: ${JSON.stringify(body)}`)
      return body.invite
    },
    secret: async (email, count) => {
      const { text } = await mail(email, count)
      return /\/invite\/[0-9a-f-]{36}#([\w-]{43})$/m.exec(text)?.[1] ?? ''
    },
  }
}
