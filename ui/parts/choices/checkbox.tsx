import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import css from './choices.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'id'> & {
  label: string
  labelHidden?: boolean
  hint?: ReactNode
  /** Some of its items are chosen. */
  mixed?: boolean
}

const give = (ref: Ref<HTMLInputElement> | undefined, box: HTMLInputElement | null) => {
  if (typeof ref === 'function') ref(box)
  else if (ref) ref.current = box
}

export const Checkbox = ({
  label,
  labelHidden = false,
  hint,
  mixed = false,
  ref,
  'aria-describedby': described,
  ...rest
}: CheckboxProps) => {
  const hintId = useId()
  return (
    <label className={css.line}>
      <input
        {...rest}
        ref={(box) => {
          // HTML and React have no attribute for it.
          if (box) box.indeterminate = mixed
          give(ref, box)
        }}
        type="checkbox"
        className={css.box}
        // A hint describes the checkbox and is not part of its name.
        aria-label={labelHidden || hint ? label : undefined}
        aria-describedby={hint ? hintId : described}
      />
      {!labelHidden && (
        <span className={css.content}>
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
