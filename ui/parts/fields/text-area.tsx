import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldLabelProps } from './field.tsx'
import css from './input.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id' | 'required'> &
  FieldLabelProps & { mono?: boolean }

export const TextArea = ({
  label,
  hint,
  error,
  serverError,
  required = false,
  labelHidden = false,
  mono,
  maxLength = 400,
  rows = 3,
  ...rest
}: TextAreaProps) => (
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
        <textarea
          {...rest}
          {...wiring}
          rows={rows}
          maxLength={maxLength}
          className={classNames(css.input, css.area, mono && css.mono)}
        />
      </span>
    )}
  </Field>
)
