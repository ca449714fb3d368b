import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../parts/actions/button.tsx'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { QrCode } from '../../parts/qr/qr-code.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { Text } from '../../parts/text/text.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import type { DialogOf } from '../dialog-of.ts'
import css from './factors.module.css'

/** The secret is kept only while the dialog is open. */
export const SetUpTotpDialog = ({ onClose }: DialogOf<'setUpTotp'>) => {
  const { mutate: start, response, failure: startFailure } = useMutation('startTotp')
  const { mutate: confirm, isRunning, failure, fieldError } = useMutation('confirmTotp')
  const [code, setCode] = useState('')
  const form = useId()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    start({})
  }, [start])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') confirm({ code })
  }
  return (
    <Dialog
      title="Set up an authenticator app"
      text="Scan the QR code with an app such as Google Authenticator, Aegis or 1Password, then enter the code that it shows."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={isRunning}
            disabled={!response || code.trim() === ''}
          >
            Confirm
          </Button>
        </>
      }
    >
      {startFailure && (
        <Banner
          tone="bad"
          title="The set-up could not be started"
          actions={
            <Button size="small" onClick={() => start({})}>
              Retry
            </Button>
          }
        >
          {failureMessage(startFailure)}
        </Banner>
      )}
      {!response && !startFailure && <SkeletonText lines={6} />}
      {response && (
        <form id={form} onSubmit={submit} noValidate>
          <Stack>
            <div className={css.code}>
              <QrCode text={response.uri} label="QR code for your authenticator app" />
            </div>
            <div className={css.secret}>
              <Text size="sm" tone="muted">
                Or enter this key in the app:
              </Text>
              <code>{response.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={response.secret} label="Copy key" />
            </div>
            <TextField
              label="Code from the app"
              mono
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={10}
              // On a phone, the keyboard would cover the key.
              autoFocus={matchMedia('(pointer: fine)').matches}
              value={code}
              serverError={fieldError('code') ?? (failure ? failureMessage(failure) : undefined)}
              onChange={({ target }) => setCode(target.value)}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
