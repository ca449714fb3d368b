import type { ReactNode } from 'react'
import { type Align, alignClass, classNames, type Gap, gapClass } from '../class-names.ts'
import css from './layout.module.css'

type StackProps = {
  gap?: Gap
  align?: Align
  /** Limits the width for readability: for form fields on a wide card. */
  width?: 'prose'
  as?: 'div' | 'section' | 'ul' | 'form'
  children: ReactNode
}

export const Stack = ({ gap = 4, align, width, as: Tag = 'div', children }: StackProps) => (
  <Tag className={classNames(css.stack, gapClass(gap), alignClass(align))} data-width={width}>
    {children}
  </Tag>
)
