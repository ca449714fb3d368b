import type { ReactNode } from 'react'
import css from './layout.module.css'

/** Text for screen readers only. */
export const HiddenText = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={css.hidden}>
    {children}
  </span>
)
