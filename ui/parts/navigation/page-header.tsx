import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import css from './page-header.module.css'

type PageHeaderProps = {
  title: ReactNode
  crumbs?: readonly Crumb[]
  /** Beside the title: a state, a badge. */
  mark?: ReactNode
  /** Below the title: a description or small facts. */
  text?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
}

export const PageHeader = ({ title, crumbs, mark, text, actions, tabs }: PageHeaderProps) => (
  <div className={css.header}>
    {crumbs && <Breadcrumbs crumbs={crumbs} />}
    <div className={css.line}>
      <div className={css.content}>
        <div className={css.title}>
          <h1 className={css.name}>{title}</h1>
          {mark}
        </div>
        {text && <div className={css.text}>{text}</div>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
    {tabs && <div className={css.tabs}>{tabs}</div>}
  </div>
)
