import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import css from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
export type ButtonSize = 'small' | 'medium' | 'large'

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Work is running: presses are ignored, and the focus stays. */
  busy?: boolean
  icon?: ReactNode
  wide?: boolean
}

export const Button = ({
  variant = 'secondary',
  size = 'medium',
  busy = false,
  icon,
  wide,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={css.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      <span className={css.label}>
        {icon}
        {children}
      </span>
      {busy && <span className={css.spin} />}
    </button>
  )
}
