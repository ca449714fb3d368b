import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { FactorMethods, FactorProof as Proof } from '../../src/contract/wire/factor.ts'
import type { PasskeyUse } from '../../src/factors/factor-message.ts'
import { selectPasskeyUse } from '../../src/factors/passkeys.ts'
import { passkeyErrorMessage } from '../../src/rules/passkey-error-message.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { Button } from '../parts/actions/button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Banner } from '../parts/state/banner.tsx'

interface FactorProofProps {
  methods: FactorMethods
  use: Extract<PasskeyUse, 'secondFactor' | 'stepUp'>
  isRunning: boolean
  /** The error of the code field. */
  error: string | undefined
  onCode: (proof: Exclude<Proof, { kind: 'passkey' }>) => void
}

const kinds = {
  totp: { label: 'Code from your authenticator app', other: 'Use a recovery code', isNumber: true },
  recoveryCode: { label: 'Recovery code', other: 'Use your authenticator app', isNumber: false },
} as const

/** Offers the user's second factors: a passkey first, then a code of the app, then a recovery code. */
export const FactorProof = ({ methods, use, isRunning, error, onCode }: FactorProofProps) => {
  const send = useSend()
  const { isBusy, error: passkeyError } = useSelected(selectPasskeyUse(use), [use])
  const [chosen, setChosen] = useState<keyof typeof kinds | null>(null)
  const [code, setCode] = useState('')
  useEffect(() => () => send({ type: 'ui/passkeyLeft', use }), [send, use])

  const kind = chosen ?? (methods.totp ? 'totp' : null)
  const other = kind === 'totp' || kind === null ? 'recoveryCode' : methods.totp ? 'totp' : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (kind !== null && code.trim() !== '') onCode({ kind, code: code.trim() })
  }
  const choose = (next: keyof typeof kinds) => {
    setChosen(next)
    setCode('')
  }
  return (
    <Stack>
      {methods.passkey && (
        <Button
          variant="primary"
          size="large"
          wide
          icon={<KeyRound />}
          busy={isBusy}
          onClick={() => send({ type: 'ui/passkeyPressed', use })}
        >
          Use a passkey
        </Button>
      )}
      {passkeyError && <Banner tone="bad">{passkeyErrorMessage(passkeyError)}</Banner>}
      {kind !== null && (
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextField
              key={kind}
              label={kinds[kind].label}
              mono
              autoComplete={kinds[kind].isNumber ? 'one-time-code' : 'off'}
              inputMode={kinds[kind].isNumber ? 'numeric' : 'text'}
              autoCapitalize="off"
              spellCheck={false}
              maxLength={40}
              // It is the only field of the page or dialog.
              autoFocus={!methods.passkey || chosen !== null}
              value={code}
              serverError={error}
              onChange={({ target }) => setCode(target.value)}
            />
            <Button
              type="submit"
              variant={methods.passkey ? 'secondary' : 'primary'}
              size="large"
              wide
              busy={isRunning}
              disabled={code.trim() === ''}
            >
              Confirm
            </Button>
          </Stack>
        </form>
      )}
      {other !== null && (other !== 'recoveryCode' || methods.recoveryCode) && (
        <Button variant="quiet" onClick={() => choose(other)}>
          {other === 'recoveryCode' ? kinds.totp.other : kinds.recoveryCode.other}
        </Button>
      )}
    </Stack>
  )
}
