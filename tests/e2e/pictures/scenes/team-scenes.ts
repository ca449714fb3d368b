import type { Page } from '@playwright/test'
import { failing, over, press, seenBy, waiting } from '../actions.ts'
import type { Company } from '../sample-harbour.ts'
import { teamNames } from '../sample-team.ts'
import type { Scene } from '../scene.ts'

const menuOf = (name: string) => press(`More actions for ${name}`)

const ofMember = (item: string) => async (page: Page) => {
  await menuOf(teamNames.leaving)(page)
  await page.getByRole('menuitem', { name: item }).click()
}

const choosingTwo = async (page: Page) => {
  for (const name of [teamNames.leaving, teamNames.viewer])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
}

const invitingBadly = async (page: Page) => {
  await press('Invite members')(page)
  await page.getByLabel('E-mail addresses').fill('ada@example.com, somebody without an address,')
}

/** The members of the organisation, its invitations, and their dialogs. */
export const teamScenes = ({ username }: Company): Scene[] => {
  const team = `/${username}/members`
  const invited = `${team}?tab=invited`
  return [
    { name: 'team', path: team },
    { name: 'team-chosen', path: team, act: choosingTwo },
    { name: 'team-none-found', path: `${team}?search=nobody` },
    { name: 'team-loading', path: team, act: waiting('**/role/**') },
    { name: 'team-failed', path: team, act: failing('**/role/**') },
    { name: 'team-invited', path: invited },
    seenBy(teamNames.viewer, { name: 'team-of-viewer', path: team }),
    seenBy(teamNames.viewer, { name: 'team-invited-of-viewer', path: invited }),
    over('member-menu', team, menuOf(teamNames.leaving)),
    over('member-menu-blocked', team, menuOf('Ada Lovelace')),
    over('change-role', team, ofMember('Change role')),
    over('change-role-choosing', team, async (page) => {
      await ofMember('Change role')(page)
      await page.getByRole('combobox', { name: 'New role' }).click()
    }),
    over('remove-members', team, async (page) => {
      await choosingTwo(page)
      await press('Remove')(page)
    }),
    over('remove-invitation', invited, press('Remove the invitation to hedy@example.com')),
    over('invite-members', team, press('Invite members')),
    over('invite-members-faults', team, invitingBadly),
    over('leave-organisation', `/${username}/settings/general`, press('Leave organisation')),
  ]
}
