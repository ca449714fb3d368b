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
}

export const EmptyState = ({ title, text, art, actions, size = 'panel' }: EmptyStateProps) => (
  <div className={css.empty} data-size={size}>
    {art && <div className={css.art}>{art}</div>}
    <p className={css.title}>{title}</p>
    {text && <p className={css.text}>{text}</p>}
    {actions && <div className={css.actions}>{actions}</div>}
  </div>
)
