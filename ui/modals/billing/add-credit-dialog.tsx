import { useCallback, useState } from 'react'
import { isUncertain } from '../../../src/core/failure.ts'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { CaptchaField } from '../../captcha/captcha-field.tsx'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { Text } from '../../parts/text/text.tsx'
import type { DialogOf } from '../dialog-of.ts'

const MAX_CODE_LENGTH = 64
/** Coupons need a captcha also where the installation has no provider of one. */
const puzzle = { kind: 'puzzle', siteKey: null } as const

/** Redeems a coupon. Its result opens a dialog of its own. */
export const AddCreditDialog = ({ onClose }: DialogOf<'addCredit'>) => {
  const organization = useSelected(selectOrganization)
  const configuration = useConfiguration()
  const { mutate, isRunning, state } = useMutation('activateCoupon')
  const [code, setCode] = useState('')
  const [passed, setPassed] = useState<{ attempt: number; token: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const onToken = useCallback(
    (token: string | null) => setPassed(token === null ? null : { attempt, token }),
    [attempt],
  )
  // A token is valid once. A request that got no response is repeated as it was, so that it redeems once.
  const [ended, setEnded] = useState(state)
  if (state?.kind === 'failed' && state !== ended) {
    setEnded(state)
    if (!isUncertain(state.failure)) setAttempt(attempt + 1)
  }
  if (!organization || !configuration) return null
  const token = passed?.attempt === attempt ? passed.token : null
  const { links } = configuration
  return (
    <FormDialog
      title="Add Credit"
      submitLabel="Redeem Credit"
      busy={isRunning}
      disabled={token === null || code.trim() === ''}
      onSubmit={() =>
        token !== null && mutate({ id: organization._id, couponActivationCode: code.trim(), captchaToken: token })
      }
      onClose={onClose}
    >
      <TextField
        label="ENTER PROMOTION CODE"
        placeholder="Enter Code"
        required
        autoFocus
        mono
        maxLength={MAX_CODE_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <CaptchaField key={attempt} captcha={configuration.captcha ?? puzzle} onToken={onToken} />
      <Text size="sm" tone="muted">
        Credit pays for what this organisation uses. It cannot be paid out or transferred, and it may expire.{' '}
        {links.terms !== null && (
          <a href={links.terms} target="_blank" rel="noreferrer">
            Terms of use
          </a>
        )}
      </Text>
    </FormDialog>
  )
}
