import { Bell, Boxes, Building2, CreditCard, KeyRound, LogIn, Plus, Settings, UserRound, Users } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import type { Organization } from '../../../src/contract/wire/account.ts'
import { selectOrganization, selectUser } from '../../../src/organizations/organizations.ts'
import { billingTabs, hasBilling } from '../../billing/billing-tabs.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { openInstance, openInstanceCommands } from '../../instances/open-instance-palette.tsx'
import { consoleKinds, selectKnownResources } from '../../kinds/console-kinds.ts'
import { settingsTabs } from '../../organizations/settings/settings-tabs.ts'
import { paletteProjects } from '../../projects/project-palette.tsx'
import { isUserPath } from '../../shell/frame/frame-nav.tsx'
import { type PaletteCommand, paletteActions } from './palette-actions.tsx'

export interface PaletteCommands {
  title: string
  items: readonly PaletteCommand[]
}

/** Returns the palette's entries in groups, without empty ones. */
export const usePaletteCommands = (): PaletteCommands[] => {
  const { pathname } = useLocation()
  const organization = useSelected(selectOrganization)
  const organizations = useSelected(selectUser)?.organizations ?? []
  const state = useSelected(selectKnownResources)
  const blocked = {
    projects: useBlocked('projects.write'),
    instances: useBlocked('instances.write'),
    members: useBlocked('members.write'),
  }
  const isVisitor = useIsVisitor()
  const configuration = useConfiguration()
  const username = organization?.profile.username
  const place = organization && { organization, pathname }

  const instance = place && !isVisitor ? openInstance(state, place) : null

  const groups: PaletteCommands[] = [
    {
      title: instance?.name ?? '',
      items: place && instance ? openInstanceCommands(instance, place, blocked.instances) : [],
    },
    ...consoleKinds.map(({ kind, paletteCommands }) => ({
      title: kind.plural,
      items: place ? paletteCommands(state, place) : [],
    })),
    { title: 'Actions', items: paletteActions(username, place ? paletteProjects(state, place) : [], blocked) },
    { title: 'Pages', items: pages(username, hasBilling(configuration) ? billingTabs : []) },
    {
      title: 'Organisations',
      items: organizations.map((each) => organizationCommand(each, isUserPath(pathname))),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** A page of the user stays open when the organisation changes. */
const organizationCommand = ({ _id, profile: { name, username } }: Organization, stays: boolean): PaletteCommand => ({
  id: _id,
  label: name,
  kind: 'Organisation',
  keywords: username,
  icon: <Building2 />,
  ...(stays ? { message: { type: 'ui/organizationSelected', username, name } } : { to: `/${username}/dashboard` }),
})

const pages = (username: string | undefined, billing: readonly { path: string; label: string }[]): PaletteCommand[] => [
  ...(username === undefined
    ? []
    : [
        {
          id: 'dashboard',
          label: 'Dashboard',
          kind: 'Page',
          keywords: 'compute home projects',
          icon: <Boxes />,
          to: `/${username}/dashboard`,
        },
        {
          id: 'team',
          label: 'Team',
          kind: 'Page',
          keywords: 'members people roles invite invitations',
          icon: <Users />,
          to: `/${username}/members`,
        },
        {
          id: 'alerts',
          label: 'Alerts',
          kind: 'Page',
          keywords: 'rules incidents firing monitoring',
          icon: <Bell />,
          to: `/${username}/alerts`,
        },
        ...billing.map(({ path, label }) => ({
          id: `billing ${path}`,
          label: `Billing: ${label}`,
          kind: 'Page',
          keywords: 'cards pay money',
          icon: <CreditCard />,
          to: `/${username}/billing/${path}`,
        })),
        ...settingsTabs.map(({ path, label }) => ({
          id: `settings ${path}`,
          label: path === 'general' ? 'Settings' : `Settings: ${label}`,
          kind: 'Page',
          keywords: 'organisation preferences',
          icon: <Settings />,
          to: `/${username}/settings/${path}`,
        })),
      ]),
  {
    id: 'user settings',
    label: 'User settings',
    kind: 'Page',
    keywords: 'profile avatar account',
    icon: <UserRound />,
    to: '/user/settings/general',
  },
  {
    id: 'login connections',
    label: 'Login connections',
    kind: 'Page',
    keywords: 'sessions providers',
    icon: <LogIn />,
    to: '/user/settings/login-connections',
  },
  {
    id: 'api tokens',
    label: 'API tokens',
    kind: 'Page',
    keywords: 'keys',
    icon: <KeyRound />,
    to: '/user/settings/api-tokens',
  },
  { id: 'notifications', label: 'Notifications', kind: 'Page', icon: <Bell />, to: '/user/notifications' },
  { id: 'new organisation', label: 'New organisation', kind: 'Page', icon: <Plus />, to: '/create-new-organisation' },
]
