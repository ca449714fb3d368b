import type { ReactNode } from 'react'
import css from './action-bar.module.css'

/** Stays at the foot of the window while the form above it is longer: a wizard's buttons and its price. */
export const ActionBar = ({ children }: { children: ReactNode }) => <div className={css.bar}>{children}</div>
