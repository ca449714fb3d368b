import type { ReactNode } from 'react'
import { HiddenText } from '../layout/hidden-text.tsx'
import css from './footer.module.css'

export type SystemStatus = { kind: 'normal' | 'partial' | 'outage'; text: string }

type FooterProps = {
  brand: ReactNode
  /** Such as "© 2024–2026 Longshore". */
  copyright: string
  badge?: ReactNode
  links: readonly { label: string; href: string }[]
  status?: SystemStatus
  /** Placed at the end of the line. */
  end?: ReactNode
}

export const Footer = ({ brand, copyright, badge, links, status, end }: FooterProps) => (
  <footer className={css.footer}>
    <div className={css.brand}>
      {brand}
      <span>{copyright}</span>
      {badge}
    </div>
    <ul className={css.links}>
      {links.map(({ label, href }) => (
        <li key={label}>
          <a className={css.link} href={href} target="_blank" rel="noreferrer">
            {label}
          </a>
        </li>
      ))}
    </ul>
    {status && (
      <span className={css.status} data-kind={status.kind}>
        <HiddenText>System status: </HiddenText>
        {status.text}
      </span>
    )}
    {end}
  </footer>
)
