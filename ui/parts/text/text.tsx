import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import css from './text.module.css'

type TextProps = {
  as?: 'p' | 'span' | 'div' | 'strong' | 'code'
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl'
  tone?: 'normal' | 'muted' | 'faint' | 'accent' | 'good' | 'warn' | 'bad' | 'info'
  weight?: 'normal' | 'medium' | 'strong'
  mono?: boolean
  /** Digits of equal width, so that columns line up and changing numbers do not move. */
  tabular?: boolean
  /** One line, cut with an ellipsis. */
  truncate?: boolean
  children: ReactNode
}

export const Text = ({ as: Tag = 'p', size, tone, weight, mono, tabular, truncate, children }: TextProps) => (
  <Tag
    className={classNames(css.text, mono && css.mono, tabular && css.tabular, truncate && css.truncate)}
    data-size={size}
    data-tone={tone}
    data-weight={weight}
  >
    {children}
  </Tag>
)

export const Kbd = ({ children }: { children: string }) => <kbd className={css.kbd}>{children}</kbd>

/** A table cell with a second line of details. */
export const TwoLines = ({ children }: { children: ReactNode }) => <div className={css.twoLines}>{children}</div>
