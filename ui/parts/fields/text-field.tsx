import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldLabelProps } from './field.tsx'
import css from './input.module.css'

type TextFieldProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'required'> &
  FieldLabelProps & {
    before?: ReactNode
    after?: ReactNode
    mono?: boolean
  }

/** Accepts what a form's `register()` returns. */
export const TextField = ({
  label,
  hint,
  error,
  serverError,
  required = false,
  labelHidden = false,
  before,
  after,
  mono,
  maxLength = 400,
  ...rest
}: TextFieldProps) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    serverError={serverError}
    required={required}
    labelHidden={labelHidden}
  >
    {(wiring) => (
      <span className={css.shell}>
        {before && <span className={css.before}>{before}</span>}
        <input {...rest} {...wiring} maxLength={maxLength} className={classNames(css.input, mono && css.mono)} />
        {after && <span className={css.after}>{after}</span>}
      </span>
    )}
  </Field>
)
