import type { ReactNode } from 'react'
import css from './layout.module.css'

/** Words for screen readers only. */
export const HiddenText = ({ children }: { children: ReactNode }) => <span className={css.hidden}>{children}</span>
