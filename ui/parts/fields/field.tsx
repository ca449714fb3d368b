import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import css from './field.module.css'

/** What a control needs to be tied to its label, hint and error. */
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
  /** What the server said of the value that was sent: it goes once the field is edited. */
  serverError?: string | undefined
  required?: boolean
  /** The label is read out, and not drawn: for a control whose place says what it is. */
  labelHidden?: boolean
}

/** What is wrong stands in the hint's place, so that the page does not grow under a person's hands. */
type FieldProps = FieldLabelProps & {
  /** `onEdited` is for controls whose changes are no input events. */
  children: (wiring: FieldWiring, onEdited: () => void) => ReactNode
}

export const Field = ({ label, hint, error: ownError, serverError, required, labelHidden, children }: FieldProps) => {
  const id = useId()
  const [isEdited, setEdited] = useState(false)
  // The next response starts anew.
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
