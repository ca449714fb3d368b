import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { HiddenText } from '../layout/hidden-text.tsx'
import css from './choices.module.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'id' | 'role' | 'checked'> & {
  label: string
  /** The label is for screen readers only. */
  labelHidden?: boolean
  checked: boolean
  hint?: ReactNode
}

/** For settings that take effect at once; with a Save button use a checkbox. */
export const Switch = ({ label, labelHidden = false, checked, hint, ...rest }: SwitchProps) => {
  const id = useId()
  return (
    <div className={classNames(css.line, !labelHidden && css.spread)}>
      {labelHidden ? (
        <HiddenText>
          <label htmlFor={id}>{label}</label>
        </HiddenText>
      ) : (
        <span className={css.content}>
          <label htmlFor={id}>{label}</label>
          {hint && (
            <span className={css.hint} id={`${id}hint`}>
              {hint}
            </span>
          )}
        </span>
      )}
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={css.switch}
        aria-describedby={hint ? `${id}hint` : undefined}
      />
    </div>
  )
}
