import type { ReactNode } from 'react'
import css from './badge.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'still' | 'accent'

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode }

/** A small fact beside a name: Primary, Sandbox, a count. A state is a StatusMark. */
export const Badge = ({ tone = 'still', icon, children }: BadgeProps) => (
  <span className={css.badge} data-tone={tone}>
    {icon}
    {children}
  </span>
)
