import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import type { Configuration } from '../../../src/contract/wire/configuration.ts'
import type { PaymentMethod } from '../../../src/contract/wire/money/payment-method.ts'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import css from '../../billing/billing.module.css'
import { loadCardProcessor } from '../../billing/load-card-processor.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import type { DialogOf } from '../dialog-of.ts'

/** Attaches a card. Its number goes from the processor's own frame to the processor, and never through the console. */
export const AttachCardDialog = ({ onClose }: DialogOf<'stripePayment'>) => {
  const organization = useSelected(selectOrganization)
  const cards = useConfiguration()?.cards
  const add = useMutation('addCard')
  const connect = useMutation('connectCard')
  const [name, setName] = useState('')
  const [form, setForm] = useState<CardForm | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { mutate } = add
  const organizationId = organization?._id
  const hasStarted = useRef(false)
  useEffect(() => {
    if (!organizationId || hasStarted.current) return
    hasStarted.current = true
    mutate({
      organizationId,
      paymentMethod: 'credit card',
      details: { cardPaymentMethodType: 'card', cardService: 'stripe' },
    })
  }, [organizationId, mutate])
  const attach = async (method: PaymentMethod) => {
    if (!form || !organizationId || isConfirming) return
    // A card can be confirmed once; after that only the control plane may have failed.
    if (!isConfirmed) {
      setConfirming(true)
      const message = await form.confirm(name.trim())
      setConfirming(false)
      setError(message)
      if (message !== null) return
      setConfirmed(true)
    }
    connect.mutate({ orgId: organizationId, paymentMethodId: method._id })
  }
  if (!cards) return null
  const { response } = add
  const failure = add.failure ?? connect.failure
  const isUnconnected = connect.response !== null && connect.response.paymentMethod?.connectionState !== 'connected'
  return (
    <FormDialog
      title="Attach a card"
      text="The card processor keeps its number. Longshore knows the brand, the last four digits and the expiry date."
      submitLabel="Attach payment method"
      busy={isConfirming || connect.isRunning}
      disabled={!form || name.trim() === ''}
      failure={failure}
      failureTitle="The card could not be attached"
      onSubmit={() => response && void attach(response.paymentMethod)}
      onClose={onClose}
    >
      {error !== null && (
        <Banner tone="bad" title="The card was not attached">
          {error}
        </Banner>
      )}
      {isUnconnected && (
        <Banner tone="warn" title="The card processor has not attached the card yet">
          It appears among the payment methods as soon as it is attached.
        </Banner>
      )}
      <TextField
        label="Name on card"
        required
        autoFocus
        maxLength={120}
        autoComplete="cc-name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {response ? (
        <CardFields cards={cards} secret={response.connectionSecret} onForm={setForm} onError={setError} />
      ) : (
        !failure && <SkeletonRows rows={2} />
      )}
    </FormDialog>
  )
}

/** The mounted form of the processor. */
interface CardForm {
  /** Resolves with the processor's words if the card was not attached. */
  confirm(name: string): Promise<string | null>
}

interface CardFieldsProps {
  cards: NonNullable<Configuration['cards']>
  secret: string
  onForm: (form: CardForm | null) => void
  onError: (message: string) => void
}

const CardFields = ({ cards, secret, onForm, onError }: CardFieldsProps) => {
  const container = useRef<HTMLDivElement>(null)
  const { publishableKey, script } = cards
  useEffect(() => {
    let remove = () => {}
    let isGone = false
    loadCardProcessor({ publishableKey, script }).then(
      (stripe) => {
        if (isGone || !container.current) return
        const isLight = document.documentElement.dataset.theme === 'light'
        const elements = stripe.elements({
          clientSecret: secret,
          appearance: { theme: isLight ? 'stripe' : 'night' },
        })
        const element = elements.create('payment', { fields: { billingDetails: { name: 'never' } } })
        element.on('ready', () => onForm({ confirm: (name) => confirmed(stripe, elements, name) }))
        element.mount(container.current)
        remove = () => element.destroy()
      },
      () => onError('The form of the card processor could not be loaded. Allow it in your browser, then try again.'),
    )
    return () => {
      isGone = true
      onForm(null)
      remove()
    }
  }, [publishableKey, script, secret, onForm, onError])
  return <div ref={container} className={css.form} />
}

const confirmed = async (stripe: Stripe, elements: StripeElements, name: string): Promise<string | null> => {
  const { error } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: location.href, payment_method_data: { billing_details: { name } } },
    redirect: 'if_required',
  })
  if (error?.code === 'setup_intent_unexpected_state')
    return 'This form was used in another window. Close it, and open it again.'
  return error ? (error.message ?? 'The card processor gives no reason.') : null
}
