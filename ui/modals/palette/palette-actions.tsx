import { FolderPlus, Keyboard, LogOut, Monitor, Moon, Plus, Sun, UserPlus } from 'lucide-react'
import type { Project } from '../../../src/contract/wire/compute.ts'
import type { UiMessage } from '../../../src/message.ts'
import type { PaletteItem } from '../../parts/palette/command-palette.tsx'

/** An entry of the palette: it opens a page or sends a message. */
export type PaletteCommand = PaletteItem & ({ to: string; message?: never } | { message: UiMessage; to?: never })

const theme = (chosen: 'dark' | 'light' | 'default', label: string, icon: React.ReactElement): PaletteCommand => ({
  id: `theme ${chosen}`,
  label,
  kind: 'Action',
  keywords: 'theme colours appearance mode',
  icon,
  message: { type: 'ui/themeChosen', theme: chosen },
})

const shared: readonly PaletteCommand[] = [
  theme('dark', 'Dark theme', <Moon />),
  theme('light', 'Light theme', <Sun />),
  theme('default', 'System theme', <Monitor />),
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    kind: 'Action',
    keywords: 'help keys',
    icon: <Keyboard />,
    message: { type: 'ui/modalOpened', modal: { kind: 'shortcuts' } },
  },
  {
    id: 'sign out',
    label: 'Logout',
    kind: 'Action',
    keywords: 'sign out leave log out',
    icon: <LogOut />,
    message: { type: 'ui/signOutPressed' },
  },
]

/** Returns why an action is not allowed, or undefined. */
type Blocked = Record<'projects' | 'instances' | 'members', string | undefined>

/** The actions available everywhere. In a project, a new instance comes first. */
export const paletteActions = (
  username: string | undefined,
  projects: readonly Project[],
  blocked: Blocked,
): PaletteCommand[] => [
  ...(username === undefined
    ? []
    : [
        {
          id: 'new project',
          label: 'New project',
          kind: 'Action',
          keywords: 'create add',
          icon: <FolderPlus />,
          blocked: blocked.projects,
          message: { type: 'ui/modalOpened', modal: { kind: 'createNewComputeProject' } },
        } satisfies PaletteCommand,
        {
          id: 'invite members',
          label: 'Invite members',
          kind: 'Action',
          keywords: 'team people add',
          icon: <UserPlus />,
          blocked: blocked.members,
          message: { type: 'ui/modalOpened', modal: { kind: 'inviteMembers' } },
        } satisfies PaletteCommand,
        ...projects.map((project) => ({
          id: `new instance ${project._id}`,
          label: `New instance in ${project.name}`,
          kind: 'Action',
          keywords: 'deploy create add',
          icon: <Plus />,
          blocked: blocked.instances,
          to: `/${username}/${project._id}/new-instance`,
        })),
      ]),
  ...shared,
]
