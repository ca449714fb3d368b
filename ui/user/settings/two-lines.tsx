import type { ReactNode } from 'react'
import css from './two-lines.module.css'

/** A cell of a table that says more about its first line in a second one. */
export const TwoLines = ({ children }: { children: ReactNode }) => <div className={css.lines}>{children}</div>
