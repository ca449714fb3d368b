import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { invites } from '../../../server/store/schema.ts'
import type { Organization } from '../../../src/contract/wire/account.ts'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import type { ControlPlane } from '../fixtures/control-plane.ts'
import { withStoreOf } from '../fixtures/store-of.ts'
import { inviteLinkTo, inviteTo, joinAs } from '../fixtures/teams.ts'
import { callAs, createOrganization, signIn } from '../fixtures/users.ts'

/** The users whose view of the console some scenes show. */
export const teamNames = { newcomer: 'Olive Byron', viewer: 'Radia Perlman', leaving: 'Katherine Johnson' } as const

const colleagues: readonly [name: string, role: RoleGroup][] = [
  ['Grace Hopper', 'admin'],
  [teamNames.leaving, 'member'],
  ['Mary Jackson', 'billing'],
  [teamNames.viewer, 'viewer'],
  ['Anne-Marguerite du Plessis-Bellière', 'member'],
]

/** Paths of invitation links, by the state of the invitation. */
export interface Team {
  openInvite: string
  acceptedInvite: string
  expiredInvite: string
  revokedInvite: string
}

const linkTo = async (owner: Page, organization: Organization, email: string): Promise<string> => {
  await inviteTo(owner, organization, email, 'member')
  return inviteLinkTo(owner, email)
}

/** Returns the id in an invitation's link. */
export const idOf = (link: string): string => /\/invite\/([^#]+)/.exec(link)?.[1] ?? ''

/** Creates the sample company's members in every role, and invitations in every state. */
export const gatherTeam = async (browser: Browser, owner: Page, controlPlane: ControlPlane): Promise<Team> => {
  await owner.goto('/user/settings')
  const { user } = await (await callAs(owner, 'GET', 'profile')).json()
  const company: Organization = user.organizations[0]
  for (const [name, role] of colleagues) {
    const { page } = await joinAs(browser, owner, company, role, name)
    await page.context().close()
  }
  const team = {
    openInvite: await linkTo(owner, company, 'hedy@example.com'),
    acceptedInvite: await inviteLinkTo(owner, 'grace.hopper@example.com'),
    expiredInvite: await linkTo(owner, company, 'the.one.who.never.reads.a.letter@north-pier.example.com'),
    revokedInvite: await linkTo(owner, company, 'joan@example.com'),
  }
  await callAs(owner, 'DELETE', `organization/${company._id}/invites/${idOf(team.revokedInvite)}`)
  await withStoreOf(controlPlane, ({ db }) =>
    db
      .update(invites)
      .set({ expiresAt: new Date() })
      .where(eq(invites.email, 'the.one.who.never.reads.a.letter@north-pier.example.com')),
  )
  await inviteFromOtherOrganization(browser, owner)
  return team
}

/** Invites the owner, and a newcomer without an organisation, to another company. */
const inviteFromOtherOrganization = async (browser: Browser, owner: Page): Promise<void> => {
  const context = await browser.newContext({ baseURL: new URL(owner.url()).origin })
  const elsewhere = await context.newPage()
  await signIn(elsewhere, 'Dorothy Vaughan')
  const company = await createOrganization(elsewhere, 'Tide Tables')
  await inviteTo(elsewhere, company, 'ada-lovelace@sandbox.test', 'admin')
  await inviteTo(elsewhere, company, 'olive-byron@sandbox.test', 'member')
  await context.close()
}
