import { Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { IconButton } from '../actions/icon-button.tsx'
import { Menu, type MenuEntry } from '../actions/menu.tsx'
import { classNames } from '../class-names.ts'
import css from './top-bar.module.css'

export type NavEntry = {
  to: string
  label: string
  icon?: ReactNode
  exact?: boolean
  /** Whether the link is current, if the path alone does not determine it. */
  current?: boolean
}

type TopBarProps = {
  /** The logo and the switchers. */
  start: ReactNode
  nav?: readonly NavEntry[]
  navLabel?: string
  /** Below the links where these are folded into a menu: what the bar has no room for. */
  moreFolded?: readonly MenuEntry[]
  /** Search, notifications, the user menu. */
  end?: ReactNode
}

export const TopBar = ({ start, nav = [], navLabel = 'Main', moreFolded = [], end }: TopBarProps) => (
  <div className={css.bar}>
    <div className={css.start}>{start}</div>
    {nav.length > 0 && (
      <nav className={css.nav} aria-label={navLabel}>
        {nav.map((entry) => (
          <NavEntryLink key={entry.to} {...entry} />
        ))}
      </nav>
    )}
    <div className={css.end}>{end}</div>
    {nav.length + moreFolded.length > 0 && (
      <div className={css.folded}>
        <Menu
          trigger={<IconButton label="Navigation" icon={<MenuIcon />} />}
          entries={[...nav.map(({ to, label, icon }) => ({ kind: 'link' as const, to, label, icon })), ...moreFolded]}
        />
      </div>
    )}
  </div>
)

const NavEntryLink = ({ to, label, icon, exact = false, current }: NavEntry) => {
  const content = (
    <>
      {icon}
      {label}
    </>
  )
  if (current === undefined)
    return (
      <NavLink to={to} end={exact} className={classNames(css.link)}>
        {content}
      </NavLink>
    )
  return (
    <Link to={to} className={css.link} aria-current={current ? 'page' : undefined}>
      {content}
    </Link>
  )
}
