import {
  BookOpen,
  Bug,
  Keyboard,
  LayoutGrid,
  LogOut,
  Mail,
  Monitor,
  Moon,
  Newspaper,
  Settings,
  Sun,
} from 'lucide-react'
import type { ReactElement } from 'react'
import type { Theme } from '../../../src/contract/wire/account.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { CHOOSER } from '../../../src/rules/after-login.ts'
import { selectTheme } from '../../../src/theme/theme.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Menu, type MenuEntry } from '../../parts/actions/menu.tsx'
import { Avatar } from '../../parts/frame/avatar.tsx'
import css from './user-menu.module.css'

const themes: readonly { theme: Theme; label: string; icon: ReactElement }[] = [
  { theme: 'dark', label: 'Dark', icon: <Moon /> },
  { theme: 'light', label: 'Light', icon: <Sun /> },
  { theme: 'default', label: 'System', icon: <Monitor /> },
]

const outside = (label: string, icon: ReactElement, href: string | null | undefined): MenuEntry[] =>
  href ? [{ kind: 'outside', label, icon, href }] : []

export const UserMenu = () => {
  const send = useSend()
  const user = useSelected(selectUser)
  const chosen = useSelected(selectTheme)
  const links = useConfiguration()?.links
  if (!user) return <span className={css.bone} role="status" aria-label="Loading your account" />

  const { name, username, email, avatar } = user.platformProfile
  const displayName = name || username || 'You'
  return (
    <Menu
      trigger={<IconButton label="Account" icon={<Avatar name={displayName} image={avatar ?? undefined} />} />}
      entries={[
        {
          kind: 'heading',
          label: (
            <span className={css.user}>
              <span className={css.name}>{displayName}</span>
              {email && <span>{email}</span>}
            </span>
          ),
        },
        { kind: 'divider' },
        { kind: 'link', label: 'Products', icon: <LayoutGrid />, to: CHOOSER },
        { kind: 'link', label: 'Settings', icon: <Settings />, to: '/user/settings' },
        { kind: 'divider' },
        { kind: 'heading', label: 'Theme' },
        ...themes.map(({ theme, label, icon }) => ({
          kind: 'choice' as const,
          label,
          icon,
          chosen: chosen === theme,
          onChoose: () => send({ type: 'ui/themeChosen', theme }),
        })),
        { kind: 'divider' },
        {
          kind: 'action',
          label: 'Keyboard shortcuts',
          icon: <Keyboard />,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'shortcuts' } }),
        },
        ...outside('Docs', <BookOpen />, links?.docs),
        ...outside('Report Bugs', <Bug />, links?.reportBugs),
        ...outside('Blogs', <Newspaper />, links?.blogs),
        ...outside('Contact Us', <Mail />, links?.contact),
        { kind: 'divider' },
        { kind: 'action', label: 'Logout', icon: <LogOut />, onChoose: () => send({ type: 'ui/signOutPressed' }) },
      ]}
    />
  )
}
