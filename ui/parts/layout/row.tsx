import type { ReactNode } from 'react'
import { type Align, alignClass, classNames, type Gap, gapClass, type Justify } from '../class-names.ts'
import css from './layout.module.css'

type RowProps = { gap?: Gap; align?: Align; justify?: Justify; wrap?: boolean; children: ReactNode }

export const Row = ({ gap = 2, align, justify, wrap, children }: RowProps) => (
  <div className={classNames(css.row, gapClass(gap), alignClass(align, justify), wrap && css.wrap)}>{children}</div>
)

/** Sticks to the foot of the window while the form above it is longer: a wizard's buttons and its price. */
export const ActionBar = ({ children }: { children: ReactNode }) => <div className={css.actionBar}>{children}</div>
