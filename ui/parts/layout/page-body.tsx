import type { ReactNode } from 'react'
import { classNames, type Gap, gapClass } from '../class-names.ts'
import css from './layout.module.css'

type PageBodyProps = { width?: 'page' | 'form' | 'full'; gap?: Gap; children: ReactNode }

export const PageBody = ({ width = 'page', gap = 6, children }: PageBodyProps) => (
  <div className={classNames(css.page, css.stack, gapClass(gap))} data-width={width}>
    {children}
  </div>
)
