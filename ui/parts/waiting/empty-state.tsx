import type { ReactNode } from 'react'
import css from './empty-state.module.css'

type EmptyStateProps = {
  title: string
  /** What would be here, and why one would want it. */
  text?: ReactNode
  art?: ReactNode
  /** The next step, as a button. */
  actions?: ReactNode
  size?: 'page' | 'panel'
  /** Where it is all that the page has, its title is the page's heading. */
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
