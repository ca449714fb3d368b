import { type FormEvent, useEffect, useState } from 'react'
import { failureMessage } from '../../../../src/core/failure.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import css from './code-form.module.css'

const MAX_CODE_LENGTH = 100

/** A code that changes elsewhere does not overwrite what is typed. */
export const CodeForm = ({ code }: { code: string }) => {
  const { mutate, response, isRunning, failure, fieldError } = useMutation('saveReferralCode')
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? code
  const canSave = value.trim() !== '' && value.trim() !== code

  useEffect(() => {
    // The server may have changed the spelling.
    if (response) setTyped((now) => (now?.trim().toLowerCase() === response.referralCode ? null : now))
  }, [response])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) mutate({ code: value })
  }
  return (
    <form className={css.line} aria-label="Referral code" onSubmit={submit} noValidate>
      <TextField
        label="Referral code"
        hint="Letters, digits, dots, underscores and hyphens. If you change your code, the old one stops working."
        mono
        maxLength={MAX_CODE_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={value}
        serverError={fieldError('code') ?? (failure ? failureMessage(failure) : undefined)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={css.save}>
        <Button type="submit" variant="primary" busy={isRunning} disabled={!canSave}>
          Save
        </Button>
      </div>
    </form>
  )
}
