import type { ReactNode } from 'react'
import css from './text.module.css'

type HeadingProps = { level: 1 | 2 | 3; size?: 'md' | 'lg' | 'xl' | '2xl' | '3xl'; id?: string; children: ReactNode }

const usual = { 1: '2xl', 2: 'lg', 3: 'md' } as const

export const Heading = ({ level, size = usual[level], id, children }: HeadingProps) => {
  const Tag = `h${level}` as const
  return (
    <Tag className={css.heading} data-size={size} id={id}>
      {children}
    </Tag>
  )
}
