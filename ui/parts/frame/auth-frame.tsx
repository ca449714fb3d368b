import type { ReactNode } from 'react'
import { Logo } from '../art/logo.tsx'
import { lazy } from '../lazy/lazy.tsx'
import css from './auth-frame.module.css'

// Decoration: text and buttons are painted before it arrives.
const HarbourScene = lazy(() => import('../art/harbour-scene.tsx'), 'HarbourScene')

type AuthFrameProps = {
  product: string
  /** The logo and scene of another product that users sign in for, in place of our own. */
  brand?: ReactNode
  /** Above everything, full width. */
  banner?: ReactNode
  /** Above the title: the result of what was done elsewhere. */
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** Buttons and fields, one below the other. */
  children: ReactNode
  /** Below a line, in the card. */
  footer?: ReactNode
  /** Below the card. */
  small?: ReactNode
  /** Above the card, at the right: a link to the other page. */
  corner?: ReactNode
  /** At the foot of the page. */
  bottom?: ReactNode
  /** `page` for more than one column. */
  width?: 'field' | 'page'
  /** The card's top stays in place while its content grows. */
  steady?: boolean
}

/** The frame of the pages before sign-in, and of onboarding: one card over the harbour. */
export const AuthFrame = ({
  product,
  brand,
  banner,
  icon,
  title,
  text,
  children,
  footer,
  small,
  corner,
  bottom,
  width = 'field',
  steady = false,
}: AuthFrameProps) => (
  <div className={css.frame} data-branded={brand !== undefined || undefined}>
    {brand === undefined && <HarbourScene />}
    {banner}
    <header className={css.top}>
      {brand === undefined ? <Logo name={product} /> : brand}
      <div className={css.corner}>{corner}</div>
    </header>
    <main className={css.main} data-steady={steady || undefined}>
      <div className={css.card} data-width={width}>
        <div className={css.content}>
          {icon}
          <h1 className={css.title}>{title}</h1>
          {text && <p className={css.text}>{text}</p>}
        </div>
        <div className={css.body}>{children}</div>
        {footer && <div className={css.footer}>{footer}</div>}
      </div>
      {small && <div className={css.small}>{small}</div>}
    </main>
    {bottom && <div className={css.bottom}>{bottom}</div>}
  </div>
)
