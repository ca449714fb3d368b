import { asc, eq } from 'drizzle-orm'
import { usernameOf } from '../../server/organizations/usernames.ts'
import type { KeptMail } from '../../server/sandbox/mail/kept-mails.ts'
import { auditEntries, organizationEvents } from '../../server/store/schema.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { AuditAction } from '../../src/contract/wire/audit.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Invite } from '../../src/contract/wire/invite.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'
import { until } from './until.ts'

export type Somebody = Awaited<ReturnType<typeof signedIn>> & { userId: string; email: string }

export interface OrganizationHarness extends SessionHarness {
  person(name: string): Promise<Somebody>
  /** A new organisation of an owner, with members in roles. */
  organization(owner: Somebody, name: string, members?: [Somebody, RoleGroup][]): Promise<OrganizationId>
  /** A call by nobody. */
  visit(path: string): ReturnType<Somebody['call']>
  audit(id: OrganizationId): Promise<{ action: AuditAction; before: unknown; after: unknown; target: string }[]>
  events(id: OrganizationId): Promise<OrganizationEvent[]>
  /** The mails to an address, as soon as there are so many. They are sent side by side: those of one moment are in any order. */
  mails(to: string, count: number): Promise<KeptMail[]>
  /** The newest mail to an address, as soon as there are so many. */
  mail(to: string, count?: number): Promise<KeptMail>
  invite(by: Somebody, id: OrganizationId, email: string, roleGroupName?: RoleGroup): Promise<Invite>
  /** What the link in an invitation's mail carries. */
  secret(email: string, count?: number): Promise<string>
}

/** Sandbox people and their organisations, over real calls. */
export const organizationHarness = async (environment?: NodeJS.ProcessEnv): Promise<OrganizationHarness> => {
  const harness = await sessionHarness(environment)
  const { db, pool } = harness.store

  const mails = (to: string, count: number): Promise<KeptMail[]> =>
    until(async () => {
      const answer = await harness.app.inject('/api/sandbox/mail')
      const those: KeptMail[] = answer.json().mails.filter((kept: KeptMail) => kept.to === to)
      return those.length >= count && those
    })

  const mail = async (to: string, count = 1): Promise<KeptMail> => {
    const [newest] = await mails(to, count)
    if (!newest) throw new Error(`No mail came to ${to}.`)
    return newest
  }

  return {
    ...harness,
    person: async (name) => {
      const somebody = await signedIn(harness, name)
      const { user } = (await somebody.call('GET', 'profile')).body
      return { ...somebody, userId: user._id, email: user.platformProfile.email }
    },
    organization: async (owner, name, members = []) => {
      // An earlier try of the same test has left its own.
      await pool.query('update organization set username = id::text where username = $1', [usernameOf(name)])
      const { _id } = (await owner.call('POST', 'organization', { name })).body.organization
      for (const [{ userId }, role] of members)
        await pool.query('insert into member (organization_id, user_id, role) values ($1, $2, $3)', [_id, userId, role])
      return _id
    },
    visit: async (path) => {
      const answer = await harness.app.inject(`/api/${path}`)
      return { status: answer.statusCode, body: answer.json() }
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
