import type { ReactNode } from 'react'
import { classNames, type Gap, gapClass } from '../class-names.ts'
import css from './layout.module.css'

type GridProps = { gap?: Gap; columns?: 2 | 3 | 'figures' | 'aside'; children: ReactNode }

/** Without `columns` it fits as many tiles as possible; `aside` is a main column with a sticky summary. */
export const Grid = ({ gap = 4, columns, children }: GridProps) => (
  <div className={classNames(css.grid, gapClass(gap))} data-columns={columns}>
    {children}
  </div>
)
