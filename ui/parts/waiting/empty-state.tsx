import type { ReactNode } from 'react'
import css from './empty-state.module.css'

type EmptyStateProps = {
  title: string
  /** Describes the missing content and its purpose. */
  text?: ReactNode
  art?: ReactNode
  /** The next step, as a button. */
  actions?: ReactNode
  size?: 'page' | 'panel'
  /** Set when it is the whole page's content: its title becomes the heading. */
  headingLevel?: 1 | 2
}

export const EmptyState = ({ title, text, art, actions, size = 'panel', headingLevel }: EmptyStateProps) => {
  const Title = headingLevel ? (`h${headingLevel}` as const) : 'p'
  return (
    <div className={css.empty} data-size={size}>
      {art && <div className={css.art}>{art}</div>}
      <Title className={css.title}>{title}</Title>
      {text && <p className={css.text}>{text}</p>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
