import { type ChangeEvent, useState } from 'react'
import { failureMessage, fieldErrorMessage, hasNoFieldErrors } from '../../../src/core/failure.ts'
import { isSameWallet, OTHER_WALLET_MESSAGE } from '../../../src/rules/evm-wallets.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { dollarsFrom, microsFrom } from '../../../src/rules/referral.ts'
import { withdrawalError } from '../../../src/rules/withdrawal-error.ts'
import type { WithdrawalRequest } from '../../../src/withdrawals/withdrawal-message.ts'
import { openedWalletOf, selectWithdrawals, signedWithdrawalOf } from '../../../src/withdrawals/withdrawals.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'

import { TextField } from '../../parts/fields/text-field.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { PayoutWallet } from './payout-wallet.tsx'

/** Pressing again repeats the same withdrawal. */
const UNSURE_TITLE = 'The request may not have been received. Try again'
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const MAX_NAME_LENGTH = 100
const MAX_AMOUNT_LENGTH = 16
const ADDRESS_LENGTH = 42

const untouched = { firstName: '', lastName: '', amount: '', address: '' }
type Typed = typeof untouched

const typedFor = ({ userDetails, amount, address }: WithdrawalRequest): Typed => ({
  ...userDetails,
  amount: dollarsFrom(amount),
  address,
})

type WithdrawFormProps = {
  /** In micro-dollars: the smallest withdrawal, and the whole balance. */
  limit: number
  max: number
  onClose: () => void
}

export const WithdrawForm = ({ limit, max, onClose }: WithdrawFormProps) => {
  const send = useSend()
  const withdrawals = useSelected(selectWithdrawals)
  const { withdrawal } = withdrawals
  const wallet = openedWalletOf(withdrawals)
  const signed = signedWithdrawalOf(withdrawals)
  const failure = 'failure' in withdrawal ? withdrawal.failure : null
  const isRunning = withdrawal.kind === 'signing' || withdrawal.kind === 'sending'
  const [typed, setTyped] = useState(() => (signed ? typedFor(signed.request) : untouched))

  const { firstName, lastName, amount, address } = typed
  const isAddress = ADDRESS.test(address)
  const micros = microsFrom(amount)
  // The signed amount may have been deducted already.
  const isSigned = signed !== null && micros === signed.request.amount
  const amountError = amount === '' || isSigned ? undefined : withdrawalError(amount, limit, max)
  const isOther = wallet !== null && isAddress && !isSameWallet(wallet.address, address)
  const isComplete =
    firstName.trim() !== '' &&
    lastName.trim() !== '' &&
    micros !== undefined &&
    amountError === undefined &&
    isAddress &&
    wallet !== null &&
    !isOther

  const field = (name: keyof Typed, path: string, error?: string) => ({
    value: typed[name],
    error: error,
    serverError: failure ? fieldErrorMessage(failure, path) : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: target.value }),
  })
  const submit = () => {
    if (!isComplete || isRunning || withdrawals.wallet.kind === 'opening') return
    const userDetails = { firstName: firstName.trim(), lastName: lastName.trim() }
    send({ type: 'ui/withdrawalPressed', id: wallet.id, request: { userDetails, amount: micros, address } })
  }
  return (
    <FormDialog
      title="Withdraw credits"
      text={`You can withdraw up to ${dollars(max)}. The minimum is ${dollars(limit)}.`}
      size="medium"
      onClose={onClose}
      note={<span role="status">{withdrawal.kind === 'signing' && 'Sign the message in your wallet.'}</span>}
      submitLabel="Sign and withdraw"
      busy={isRunning}
      disabled={!isComplete}
      onSubmit={submit}
    >
      {failure && hasNoFieldErrors(failure) && (
        <Banner tone="bad" title={signed ? UNSURE_TITLE : 'The withdrawal was not requested'}>
          {failureMessage(failure)}
        </Banner>
      )}
      <Grid columns={2}>
        <TextField
          label="First name"
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="given-name"
          {...field('firstName', 'userDetails.firstName')}
        />
        <TextField
          label="Last name"
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="family-name"
          {...field('lastName', 'userDetails.lastName')}
        />
      </Grid>
      <TextField
        label="Amount"
        required
        mono
        before="$"
        inputMode="decimal"
        maxLength={MAX_AMOUNT_LENGTH}
        autoComplete="off"
        {...field('amount', 'amount', amountError)}
      />
      <TextField
        label="Wallet address"
        hint="A wallet of yours on an EVM chain."
        required
        mono
        maxLength={ADDRESS_LENGTH}
        autoComplete="off"
        spellCheck={false}
        {...field(
          'address',
          'walletDetails.address',
          address === '' || isAddress ? undefined : 'Enter 0x and 40 hexadecimal digits.',
        )}
      />
      <PayoutWallet
        error={
          isOther ? OTHER_WALLET_MESSAGE : failure ? fieldErrorMessage(failure, 'walletDetails.signature') : undefined
        }
      />
    </FormDialog>
  )
}
