import type { ReactNode } from 'react'
import type { ButtonSize } from './button.tsx'
import { IconButton } from './icon-button.tsx'

type ToggleButtonProps = {
  /** What is on while it is pressed. */
  label: string
  icon: ReactNode
  pressed: boolean
  size?: ButtonSize
  onChange: (pressed: boolean) => void
}

/** On or off, where a picture and its place say what. */
export const ToggleButton = ({ label, icon, pressed, size = 'small', onChange }: ToggleButtonProps) => (
  <IconButton
    label={label}
    title={label}
    icon={icon}
    size={size}
    aria-pressed={pressed}
    onClick={() => onChange(!pressed)}
  />
)
