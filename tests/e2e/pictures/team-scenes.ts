import type { Page } from '@playwright/test'
import type { Harbour } from './made-up-harbour.ts'
import type { Scene } from './scene.ts'

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()

/** The team and the settings of the organisation, with their dialogs. */
export const teamScenes = ({ username }: Harbour): Scene[] => {
  const team = `/${username}/members`
  const settings = (tab: string) => `/${username}/settings/${tab}`
  const over = (name: string, path: string, act: Scene['act']): Scene => ({
    name: `modal-${name}`,
    path,
    isOver: true,
    ...(act && { act }),
  })
  return [
    { name: 'team', path: team },
    { name: 'team-invited', path: `${team}?tab=invited` },
    {
      name: 'team-loading',
      path: team,
      act: (page) => page.route('**/role/**', () => {}).then(() => void page.reload()),
    },
    { name: 'settings-general', path: settings('general') },
    { name: 'settings-privacy', path: settings('privacy') },
    { name: 'settings-roles', path: settings('roles') },
    { name: 'settings-notifications', path: settings('notifications') },
    { name: 'settings-billing-details', path: settings('billing-details') },
    { name: 'settings-audit-log', path: settings('audit-log') },
    { name: 'settings-danger-zone', path: settings('danger-zone') },
    { name: 'invite-unknown', path: '/invite/nothing' },
    over('invite-members', team, press('Invite members')),
    over('leave-organisation', team, press('Leave')),
    over('organisation-privacy', settings('privacy'), press('Make Public')),
    over('remove-organisation', settings('danger-zone'), press('Remove organisation')),
  ]
}
