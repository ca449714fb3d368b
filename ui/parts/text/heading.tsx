import type { ReactNode } from 'react'
import css from './text.module.css'

type HeadingProps = {
  level: 1 | 2 | 3
  size?: 'md' | 'lg' | 'xl' | '2xl' | '3xl'
  id?: string
  /** Set where a script moves the focus to it; the Tab key never does. The id is that of its description. */
  focusTarget?: { describedBy: string }
  children: ReactNode
}

const usual = { 1: '2xl', 2: 'lg', 3: 'md' } as const

export const Heading = ({ level, size = usual[level], id, focusTarget, children }: HeadingProps) => {
  const Tag = `h${level}` as const
  return (
    <Tag
      className={css.heading}
      data-size={size}
      id={id}
      tabIndex={focusTarget && -1}
      aria-describedby={focusTarget?.describedBy}
    >
      {children}
    </Tag>
  )
}
