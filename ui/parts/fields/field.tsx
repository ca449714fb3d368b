import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import css from './field.module.css'

/** The attributes that tie a control to its label, hint and error. */
export type FieldWiring = {
  id: string
  required: boolean | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldLabelProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The server's error; it disappears once the field is edited. */
  serverError?: string | undefined
  required?: boolean
  /** The label is for screen readers only. */
  labelHidden?: boolean
}

/** An error replaces the hint, so that the page does not grow while the user types. */
type FieldProps = FieldLabelProps & {
  /** `onEdited` is for controls that send no input events. */
  children: (wiring: FieldWiring, onEdited: () => void) => ReactNode
}

export const Field = ({ label, hint, error: ownError, serverError, required, labelHidden, children }: FieldProps) => {
  const id = useId()
  const [isEdited, setEdited] = useState(false)
  // The next response shows its error again.
  if (isEdited && serverError === undefined) setEdited(false)
  const onEdited = () => setEdited(serverError !== undefined)
  const error = ownError ?? (isEdited ? undefined : serverError)
  const hintId = `${id}hint`
  const errorId = `${id}error`
  return (
    <div className={css.field} onInput={onEdited}>
      <label className={classNames(css.label, labelHidden && css.hidden)} htmlFor={id} data-required={required}>
        {label}
      </label>
      {children(
        {
          id,
          required,
          'aria-describedby': (error && errorId) || (hint && hintId) || undefined,
          'aria-invalid': error ? true : undefined,
        },
        onEdited,
      )}
      {error && (
        <p className={css.error} id={errorId} role="alert">
          {error}
        </p>
      )}
      {hint && !error && (
        <p className={css.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
