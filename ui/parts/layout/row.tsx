import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { type Align, alignClass, type Justify } from './align.ts'
import { type Gap, gapClass } from './gap.ts'
import css from './layout.module.css'

type RowProps = { gap?: Gap; align?: Align; justify?: Justify; wrap?: boolean; children: ReactNode }

export const Row = ({ gap = 2, align, justify, wrap, children }: RowProps) => (
  <div className={classNames(css.row, gapClass(gap), alignClass(align, justify), wrap && css.wrap)}>{children}</div>
)
