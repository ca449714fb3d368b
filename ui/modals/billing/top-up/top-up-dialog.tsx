import { useState } from 'react'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { MIN_TOP_UP, type PaymentId } from '../../../../src/contract/wire/money/payment.ts'
import type { PaymentMethodId } from '../../../../src/contract/wire/money/payment-method.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { selectOrganization } from '../../../../src/organizations/organizations.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Dialog } from '../../../parts/overlay/dialog.tsx'
import { FailedState } from '../../../parts/waiting/failed-state.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import type { DialogOf } from '../../dialog-of.ts'
import { AmountStep } from './amount-step.tsx'
import { MethodStep } from './method-step.tsx'
import { PaymentStep } from './payment-step.tsx'

/** Buys credit: a payment method, then an amount, then what becomes of the payment. */
export const TopUpDialog = ({ onClose }: DialogOf<'topUpBalance'>) => {
  const organization = useSelected(selectOrganization)
  return organization && <Steps orgId={organization._id} onClose={onClose} />
}

const Steps = ({ orgId, onClose }: { orgId: OrganizationId; onClose: () => void }) => {
  const send = useSend()
  const { data, retry } = useQuery('readPaymentMethods', { orgId })
  const { topUp, shown, isKnown, startAgain } = useShownPayment(orgId)
  const [amount, setAmount] = useState(String(MIN_TOP_UP))
  const [step, setStep] = useState<'method' | 'amount'>('method')
  const [chosen, setChosen] = useState<PaymentMethodId | null>(null)
  const [isAttaching, setAttaching] = useState(false)
  const methods = lastLoaded(data)?.value.paymentMethods.filter(
    ({ connectionState }) => connectionState === 'connected',
  )
  const method = methods?.find(({ _id }) => _id === chosen) ?? methods?.find(({ primary }) => primary)
  // The card that was attached for this purchase is used for it.
  if (isAttaching && method) {
    setAttaching(false)
    setStep('amount')
  }
  if (shown)
    return (
      <PaymentStep
        orgId={orgId}
        paymentId={shown}
        authenticatesAtOnce={topUp.isRunning || topUp.response !== null}
        onAgain={startAgain}
        onClose={onClose}
      />
    )
  if (!methods || !isKnown)
    return (
      <Dialog title="Top up Your Balance" size="medium" onClose={onClose}>
        {data.kind === 'failed' ? (
          <FailedState title="The payment methods could not be loaded" onRetry={retry} />
        ) : (
          <SkeletonRows rows={3} columns={1} />
        )}
      </Dialog>
    )
  if (step === 'method' || !method)
    return (
      <MethodStep
        methods={methods}
        chosen={method?._id ?? null}
        onChoose={setChosen}
        onAttach={() => {
          setAttaching(methods.length === 0)
          send({ type: 'ui/modalOpened', modal: { kind: 'stripePayment' } })
        }}
        onContinue={() => setStep('amount')}
        onClose={onClose}
      />
    )
  return (
    <AmountStep
      orgId={orgId}
      method={method}
      text={amount}
      topUp={topUp}
      onChange={setAmount}
      onBack={() => setStep('method')}
      onClose={onClose}
    />
  )
}

/** The payment that is open, of this tab or of another one. It stays when it ends, so that its user sees how. */
const useShownPayment = (orgId: OrganizationId) => {
  const { data } = useQuery('readPayments', { orgId, skip: 0, limit: 1 })
  const topUp = useMutation('topUp')
  const [shown, setShown] = useState<PaymentId | null>(null)
  const newest = lastLoaded(data)?.value.payments[0]
  const open = topUp.response?.payment ?? (newest?.settledAt === null ? newest : null)
  if (open && open._id !== shown) setShown(open._id)
  return {
    topUp,
    shown,
    isKnown: data.kind === 'failed' || lastLoaded(data) !== null,
    startAgain: () => {
      topUp.forget()
      setShown(null)
    },
  }
}
