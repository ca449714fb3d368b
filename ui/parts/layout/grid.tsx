import type { ReactNode } from 'react'
import { classNames, type Gap, gapClass } from '../class-names.ts'
import css from './layout.module.css'

type GridProps = { gap?: Gap; columns?: 2 | 3 | 'figures' | 'aside'; children: ReactNode }

/** Without `columns` it fits as many tiles as there is room for; `aside` is a main column with a summary that stays in view. */
export const Grid = ({ gap = 4, columns, children }: GridProps) => (
  <div className={classNames(css.grid, gapClass(gap))} data-columns={columns}>
    {children}
  </div>
)
