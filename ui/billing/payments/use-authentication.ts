import { useEffect, useState } from 'react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { PaymentId } from '../../../src/contract/wire/money/payment.ts'
import { type Failure, failureMessage } from '../../../src/core/failure.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { type CardSettings, loadCardProcessor } from '../load-card-processor.ts'

interface Authentication {
  /** Opens the window of the processor, if the payment still requires it. */
  start: () => void
  isRunning: boolean
  /** Why it could not be shown, or did not succeed. */
  error: string | null
}

type Phase = 'idle' | 'starting' | 'open'

/** Authenticates a payment with the window of the card processor, and reads how the payment stands after that. */
export const useAuthentication = (orgId: OrganizationId, paymentId: PaymentId): Authentication => {
  const cards = useConfiguration()?.cards ?? null
  const { mutate, response, failure, isRunning, forget } = useMutation('refreshPayment')
  const [phase, setPhase] = useState<Phase>('idle')
  const [error, setError] = useState<string | null>(null)
  const refresh = () => mutate({ orgId, paymentId })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response is handled once
  useEffect(() => {
    if (phase !== 'starting' || !response || !cards) return
    const { secret } = response
    if (secret === null) return setPhase('idle')
    setPhase('open')
    void authenticate(cards, secret).then((message) => {
      setError(message)
      setPhase('idle')
      forget()
      refresh()
    })
  }, [response])
  return {
    start: () => {
      if (phase === 'open') return
      setError(null)
      setPhase('starting')
      refresh()
    },
    isRunning: isRunning || phase === 'open',
    error: error ?? failureText(failure),
  }
}

const failureText = (failure: Failure | null): string | null => failure && failureMessage(failure)

/** Resolves with the processor's words if the payment was not authenticated. */
const authenticate = async (cards: CardSettings, clientSecret: string): Promise<string | null> => {
  try {
    const stripe = await loadCardProcessor(cards)
    const { error } = await stripe.handleNextAction({ clientSecret })
    return error ? (error.message ?? 'The card processor gives no reason.') : null
  } catch {
    return 'The card processor could not be loaded. Allow it in your browser, then try again.'
  }
}
