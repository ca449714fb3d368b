import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './button.module.css'
import type { ButtonSize, ButtonVariant } from './button.tsx'

type LinkTarget =
  | { to: string; href?: never; newTab?: never }
  /** An address outside the console, or one of the server. */
  | { href: string; to?: never; newTab?: boolean }

type LinkButtonProps = LinkTarget & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  wide?: boolean
  onClick?: () => void
  children: ReactNode
}

export const LinkButton = ({
  to,
  href,
  newTab,
  variant = 'secondary',
  size = 'medium',
  icon,
  wide,
  onClick,
  children,
}: LinkButtonProps) => {
  const common = {
    className: css.button,
    'data-variant': variant,
    'data-size': size,
    'data-wide': wide || undefined,
    onClick,
  }
  const label = (
    <span className={css.label}>
      {icon}
      {children}
    </span>
  )
  if (to !== undefined)
    return (
      // A change of the query stays on the page.
      <Link {...common} to={to} preventScrollReset={to.startsWith('?')}>
        {label}
      </Link>
    )
  return (
    <a {...common} href={href} {...(newTab && { target: '_blank', rel: 'noopener noreferrer' })}>
      {label}
    </a>
  )
}
