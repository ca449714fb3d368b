import { CreditCard } from 'lucide-react'
import type { PaymentMethod, PaymentMethodId } from '../../../../src/contract/wire/money/payment-method.ts'
import { cardTitle } from '../../../../src/rules/payments/cards.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { type RadioCard, RadioCards } from '../../../parts/choices/radio-cards.tsx'
import { FormDialog } from '../../../parts/overlay/form-dialog.tsx'
import { Badge } from '../../../parts/state/badge.tsx'

interface MethodStepProps {
  /** The connected ones. */
  methods: readonly PaymentMethod[]
  chosen: PaymentMethodId | null
  onChoose: (id: PaymentMethodId) => void
  onAttach: () => void
  onContinue: () => void
  onClose: () => void
}

const NEW_CARD = 'Credit / Debit Card'

export const MethodStep = ({ methods, chosen, onChoose, onAttach, onContinue, onClose }: MethodStepProps) => (
  <FormDialog
    title="Top up Your Balance"
    text="Step 1 of 2"
    size="medium"
    submitLabel="Continue"
    disabled={chosen === null}
    {...(methods.length > 0 && { moreActions: <Button onClick={onAttach}>Attach another card</Button> })}
    onSubmit={onContinue}
    onClose={onClose}
  >
    <RadioCards<PaymentMethodId | typeof NEW_CARD>
      legend="Select Payment Method"
      width="full"
      cards={methods.length > 0 ? methods.flatMap(cardOf) : [newCard]}
      value={chosen}
      onChange={(value) => (value === NEW_CARD ? onAttach() : onChoose(value))}
    />
  </FormDialog>
)

const newCard: RadioCard<typeof NEW_CARD> = {
  value: NEW_CARD,
  title: NEW_CARD,
  text: 'No card is attached yet. Attach one to pay with it.',
  icon: <CreditCard />,
}

const cardOf = ({ _id, primary, details }: PaymentMethod): RadioCard<PaymentMethodId>[] => {
  if (!details) return []
  const { expiration_month, expiration_year } = details.info
  return [
    {
      value: _id,
      title: cardTitle(details.info),
      text: `Expires ${String(expiration_month).padStart(2, '0')}/${expiration_year}`,
      icon: <CreditCard />,
      aside: <Badge tone={primary ? 'accent' : 'still'}>{primary ? 'Primary' : 'Backup'}</Badge>,
    },
  ]
}
