import type { ReactNode } from 'react'
import type { ButtonSize } from './button.tsx'
import { IconButton } from './icon-button.tsx'

type ToggleButtonProps = {
  /** Names the setting that is on while the button is pressed. */
  label: string
  icon: ReactNode
  pressed: boolean
  size?: ButtonSize
  disabled?: boolean
  onChange: (pressed: boolean) => void
}

/** An icon button that is on or off. */
export const ToggleButton = ({
  label,
  icon,
  pressed,
  size = 'small',
  disabled = false,
  onChange,
}: ToggleButtonProps) => (
  <IconButton
    label={label}
    title={label}
    icon={icon}
    size={size}
    disabled={disabled}
    aria-pressed={pressed}
    onClick={() => onChange(!pressed)}
  />
)
