import type { ChangeEvent, KeyboardEvent } from 'react'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { Balance } from '../../../../src/contract/wire/money/payment.ts'
import type { PaymentMethod } from '../../../../src/contract/wire/money/payment-method.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { cardTitle } from '../../../../src/rules/payments/cards.ts'
import { topUpDollars, topUpError, topUpHelp, topUpMicros } from '../../../../src/rules/payments/top-up-amount.ts'
import type { Mutation } from '../../../hooks/use-mutation.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { DescriptionList, type Fact } from '../../../parts/facts/description-list.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { FormDialog } from '../../../parts/overlay/form-dialog.tsx'
import { Price } from '../../../parts/text/price.tsx'

interface AmountStepProps {
  orgId: OrganizationId
  method: PaymentMethod
  /** As it was typed. */
  text: string
  topUp: Mutation<'topUp'>
  onChange: (text: string) => void
  onBack: () => void
  onClose: () => void
}

export const AmountStep = ({ orgId, method, text, topUp, onChange, onBack, onClose }: AmountStepProps) => {
  const { mutate, isRunning, failure } = topUp
  const balance = lastLoaded(useQuery('readBalance', { orgId }).data)?.value ?? null
  const amount = topUpDollars(text)
  const error = text === '' ? undefined : topUpError(amount)
  const title = method.details ? cardTitle(method.details.info) : ''
  return (
    <FormDialog
      title="Top up Your Balance"
      text="Step 2 of 2"
      size="medium"
      submitLabel="Purchase"
      busy={isRunning}
      disabled={topUpError(amount) !== undefined}
      failure={failure}
      failureTitle="The payment was not started"
      moreActions={<Button onClick={onBack}>Back</Button>}
      onSubmit={() => amount !== null && mutate({ orgId, paymentMethodId: method._id, amount })}
      onClose={onClose}
    >
      <TextField
        label="Amount"
        hint={topUpHelp}
        error={error}
        required
        autoFocus
        before="$"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={text}
        onKeyDown={blockDecimalKeys}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => onChange(flooredText(target.value))}
      />
      <DescriptionList facts={summaryOf(title, error === undefined ? (amount ?? 0) : 0, balance)} />
    </FormDialog>
  )
}

const blockDecimalKeys = (event: KeyboardEvent) => {
  if (event.key === '.' || event.key === ',') event.preventDefault()
}

/** Pasted amounts lose their decimals; everything else stays, so that its error can be shown. */
const flooredText = (text: string): string => {
  const amount = topUpDollars(text)
  return amount === null ? text : String(amount)
}

const summaryOf = (title: string, amount: number, balance: Balance | null): Fact[] => {
  const micros = topUpMicros(amount)
  const now = balance && balance.availableMicros - balance.owedMicros
  return [
    { term: 'Charged', value: <Price micros={micros} /> },
    { term: 'From', value: title },
    { term: 'When', value: 'Once, as soon as you press Purchase' },
    ...(balance && now !== null
      ? [
          ...(balance.owedMicros > 0
            ? [{ term: 'Pays what is owed', value: <Price micros={Math.min(micros, balance.owedMicros)} /> }]
            : []),
          { term: 'Balance now', value: <Price micros={now} /> },
          { term: 'New balance', value: <Price micros={now + micros} /> },
        ]
      : []),
  ]
}
