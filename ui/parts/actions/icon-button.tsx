import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import css from './button.module.css'
import type { ButtonSize, ButtonVariant } from './button.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'aria-label'> & {
  /** The accessible name: the button's action. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
}

export const IconButton = ({
  label,
  icon,
  variant = 'quiet',
  size = 'medium',
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classNames(css.button, css.square)}
    data-variant={variant}
    data-size={size}
    aria-label={label}
  >
    {icon}
  </button>
)
