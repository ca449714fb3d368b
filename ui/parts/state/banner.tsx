import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import css from './banner.module.css'

type BannerTone = 'info' | 'good' | 'warn' | 'bad'

type BannerProps = {
  tone?: BannerTone
  title?: string
  children?: ReactNode
  actions?: ReactNode
  /** Full width above the page, not a box in it. */
  across?: boolean
  onClose?: () => void
}

const icons: Record<BannerTone, ReactElement> = {
  info: <Info />,
  good: <CircleCheck />,
  warn: <TriangleAlert />,
  bad: <CircleAlert />,
}

export const Banner = ({ tone = 'info', title, children, actions, across = false, onClose }: BannerProps) => (
  <div
    className={css.banner}
    data-tone={tone}
    data-across={across || undefined}
    role={tone === 'bad' ? 'alert' : 'status'}
  >
    <span className={css.icon}>{icons[tone]}</span>
    <div className={css.content}>
      {title && <strong className={css.title}>{title}</strong>}
      {children && <div className={css.text}>{children}</div>}
    </div>
    {actions && <div className={css.actions}>{actions}</div>}
    {onClose && <IconButton label="Dismiss" size="small" icon={<X />} onClick={onClose} />}
  </div>
)
