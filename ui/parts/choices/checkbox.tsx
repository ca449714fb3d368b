import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './choices.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'id'> & {
  label: string
  labelHidden?: boolean
  hint?: ReactNode
  /** Some of what it stands for is chosen. */
  mixed?: boolean
}

export const Checkbox = ({ label, labelHidden = false, hint, mixed = false, ...rest }: CheckboxProps) => {
  const hintId = useId()
  return (
    <label className={css.line}>
      <input
        {...rest}
        type="checkbox"
        className={css.box}
        data-mixed={mixed || undefined}
        aria-checked={mixed ? 'mixed' : undefined}
        aria-label={labelHidden ? label : undefined}
        aria-describedby={hint ? hintId : undefined}
      />
      {!labelHidden && (
        <span className={css.words}>
          {label}
          {hint && (
            <span className={css.hint} id={hintId}>
              {hint}
            </span>
          )}
        </span>
      )}
    </label>
  )
}
