import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import css from './button.module.css'
import type { ButtonLook, ButtonSize } from './button-look.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'aria-label'> & {
  /** The accessible name: what a press does. */
  label: string
  icon: ReactNode
  look?: ButtonLook
  size?: ButtonSize
}

export const IconButton = ({
  label,
  icon,
  look = 'quiet',
  size = 'medium',
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classNames(css.button, css.square)}
    data-look={look}
    data-size={size}
    aria-label={label}
  >
    {icon}
  </button>
)
