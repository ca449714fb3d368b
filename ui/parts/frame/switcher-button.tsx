import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { HiddenText } from '../layout/hidden-text.tsx'
import css from './switcher-button.module.css'

type SwitcherButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'> & {
  name: string
  /** The first part of the accessible name: "Organisation". */
  subject: string
  icon?: ReactNode
}

/** The trigger of a menu that switches the organisation. */
export const SwitcherButton = ({ name, subject, icon, ...rest }: SwitcherButtonProps) => (
  <button {...rest} type="button" className={css.button}>
    {icon}
    <HiddenText>{subject}: </HiddenText>
    <span className={css.name}>{name}</span>
    <ChevronsUpDown className={css.chevrons} />
  </button>
)
