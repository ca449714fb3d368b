import type { ReactNode } from 'react'
import css from './icon-list.module.css'

/** A short list with icons and actions: passkeys, connected logins. */
export const IconList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={css.list} aria-label={label}>
    {children}
  </ul>
)

export const IconListItem = ({
  icon,
  actions,
  children,
}: {
  icon: ReactNode
  actions: ReactNode
  children: ReactNode
}) => (
  <li className={css.item}>
    <span className={css.icon}>{icon}</span>
    <div className={css.content}>{children}</div>
    {actions}
  </li>
)
