import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldLabelProps } from './field.tsx'
import css from './input.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id' | 'required'> &
  FieldLabelProps & {
    mono?: boolean
    after?: ReactNode
    /** Grows with its text from one line on. */
    grows?: boolean
    /** Shows dots in place of the characters. */
    masked?: boolean
  }

export const TextArea = ({
  label,
  hint,
  error,
  serverError,
  required = false,
  labelHidden = false,
  mono,
  after,
  grows = false,
  masked = false,
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
          className={classNames(css.input, css.area, mono && css.mono, grows && css.growing, masked && css.masked)}
        />
        {after && <span className={css.after}>{after}</span>}
      </span>
    )}
  </Field>
)
