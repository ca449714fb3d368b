import type { ReactNode } from 'react'
import css from './shell.module.css'

type ShellProps = {
  banner?: ReactNode
  top: ReactNode
  side?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

export const Shell = ({ banner, top, side, footer, children }: ShellProps) => (
  <div className={css.shell}>
    <a className={css.skip} href="#content">
      Skip to content
    </a>
    {banner}
    <header className={css.top}>{top}</header>
    <div className={css.middle}>
      {side && <aside className={css.side}>{side}</aside>}
      <main className={css.main} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
    {footer}
  </div>
)
