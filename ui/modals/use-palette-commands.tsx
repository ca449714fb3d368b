import { Bell, Box, Boxes, Building2, Folder, KeyRound, LogIn, Plus, Settings, UserRound, Users } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { Instance, Project } from '../../src/contract/wire/compute.ts'
import { allInstances, selectInstances } from '../../src/instances/instances.ts'
import { selectOrganization, selectUser } from '../../src/organizations/organizations.ts'
import { projectsOf, selectProjects } from '../../src/projects/projects.ts'
import { isUserPath } from '../app/frame/is-user-path.ts'
import { useBlocked } from '../app/permissions/use-blocked.ts'
import { useSelected } from '../app/use-selected.ts'
import { settingsTabs } from '../organizations/settings/settings-tabs.ts'
import { paletteActions } from './palette-actions.tsx'
import type { PaletteCommand } from './palette-command.ts'

export interface PaletteCommands {
  title: string
  items: readonly PaletteCommand[]
}

/** Where one can go and what one can do, in groups; those without an entry are left out. */
export const usePaletteCommands = (): PaletteCommands[] => {
  const { pathname } = useLocation()
  const organization = useSelected(selectOrganization)
  const organizations = useSelected(selectUser)?.organizations ?? []
  const knownProjects = useSelected(selectProjects)
  const known = useSelected(selectInstances)
  const blocked = {
    projects: useBlocked('projects.write'),
    instances: useBlocked('instances.write'),
    members: useBlocked('members.write'),
  }
  const username = organization?.profile.username
  const projects = organization ? projectsOf(knownProjects, organization._id) : []
  const instances = allInstances(known).flatMap((instance) => {
    const project = projects.find(({ _id }) => _id === instance.computeProject)
    return project ? [{ instance, project }] : []
  })
  // The project that one is in comes before the others.
  const hereFirst = projects.toSorted((a, b) => Number(pathname.includes(b._id)) - Number(pathname.includes(a._id)))

  const groups: PaletteCommands[] = [
    { title: 'Instances', items: instances.map((row) => instanceCommand(row, username ?? '')) },
    { title: 'Projects', items: hereFirst.map((project) => projectCommand(project, username ?? '')) },
    { title: 'Actions', items: paletteActions(username, hereFirst, blocked) },
    { title: 'Pages', items: pages(username) },
    {
      title: 'Organisations',
      items: organizations.map((each) => organizationCommand(each, isUserPath(pathname))),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** A page that is about the person stays as it is. */
const organizationCommand = ({ _id, profile: { name, username } }: Organization, stays: boolean): PaletteCommand => ({
  id: _id,
  label: name,
  kind: 'Organisation',
  keywords: username,
  icon: <Building2 />,
  ...(stays ? { message: { type: 'ui/organizationSelected', username, name } } : { to: `/${username}/dashboard` }),
})

const projectCommand = ({ _id, name, description }: Project, username: string): PaletteCommand => ({
  id: _id,
  label: name,
  kind: 'Project',
  keywords: description,
  icon: <Folder />,
  to: `/${username}/project/${_id}`,
})

const instanceCommand = (
  { instance: { _id, name }, project }: { instance: Instance; project: Project },
  username: string,
): PaletteCommand => ({
  id: _id,
  label: name,
  kind: 'Instance',
  keywords: project.name,
  icon: <Box />,
  to: `/${username}/${project._id}/${_id}`,
})

const pages = (username: string | undefined): PaletteCommand[] => [
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
