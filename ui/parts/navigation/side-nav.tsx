import { NavLink } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import type { NavEntry } from '../frame/top-bar.tsx'
import css from './side-nav.module.css'

type SideNavProps = { label: string; groups: readonly { title?: string; entries: readonly NavEntry[] }[] }

export const SideNav = ({ label, groups }: SideNavProps) => (
  <nav className={css.nav} aria-label={label}>
    {groups.map((group) => (
      <div key={group.title ?? group.entries[0]?.to} className={css.group}>
        {group.title && <p className={css.title}>{group.title}</p>}
        {group.entries.map((entry) => (
          <NavLink key={entry.to} to={entry.to} end={entry.exact ?? false} className={classNames(css.link)}>
            {entry.icon}
            {entry.label}
          </NavLink>
        ))}
      </div>
    ))}
  </nav>
)
