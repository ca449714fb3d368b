import { useState } from 'react'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { dollarsFrom, microsFrom } from '../../../src/rules/referral.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

const MAX_AMOUNT_LENGTH = 16

/** Turns referral credit of the user into credit of the organisation; all of it unless they choose less. */
export const ConvertCreditDialog = ({ onClose }: DialogOf<'convertReferralCredit'>) => {
  const organization = useSelected(selectOrganization)
  const available = lastLoaded(useQuery('readReferralCredit', {}).data)?.value.available ?? 0
  const { mutate, isRunning, failure, fieldError } = useMutation('convertReferralCredit')
  const [typed, setTyped] = useState<string | null>(null)
  if (!organization) return null
  const amount = typed ?? dollarsFrom(available)
  const micros = microsFrom(amount)
  const isPossible = micros !== undefined && micros > 0 && micros <= available
  const { name } = organization.profile
  return (
    <FormDialog
      title="Convert referral credit"
      text={
        isPossible
          ? `${dollars(micros)} of your referral credit becomes credit of ${name}, which pays for what ${name} uses. You cannot take it back, withdraw it or move it to another organisation.`
          : `You can convert up to ${dollars(available)} into credit of ${name}.`
      }
      submitLabel={isPossible ? `Convert ${dollars(micros)}` : 'Convert'}
      busy={isRunning}
      disabled={!isPossible}
      failure={failure}
      failureTitle="Nothing was converted"
      onSubmit={() => micros !== undefined && mutate({ id: organization._id, amount: micros })}
      onClose={onClose}
    >
      <TextField
        label="Amount"
        required
        mono
        before="$"
        inputMode="decimal"
        maxLength={MAX_AMOUNT_LENGTH}
        autoComplete="off"
        value={amount}
        error={amount === '' || isPossible ? undefined : `Enter an amount up to ${dollarsFrom(available)}.`}
        serverError={fieldError('amount')}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
