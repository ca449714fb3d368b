import * as v from 'valibot'
import { described } from '../../setting-kinds.ts'
import { StartUpError } from '../../start-up/start-up-error.ts'
import type { Billing } from '../metering/billing-settings.ts'

const key = (prefix: string) =>
  v.optional(v.pipe(v.string(), v.regex(new RegExp(`^${prefix}_\\w+$`), `must be a key that begins with ${prefix}_`)))

export const cardSettings = {
  STRIPE_SECRET_KEY: described(key('sk'), 'Secret key of your Stripe account, for payments by card.'),
  STRIPE_PUBLISHABLE_KEY: described(key('pk'), 'Publishable key of your Stripe account, for its card form.'),
  STRIPE_WEBHOOK_SECRET: described(
    key('whsec'),
    'Secret with which Stripe signs the events that it sends to /api/webhooks/stripe.',
  ),
}

/** How cards are charged: by Stripe, by the processor of the sandbox, or not at all. */
export type CardConfig =
  | { kind: 'none' }
  | { kind: 'sandbox' }
  | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecret: string }

interface Given {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
}

/** Throws a `StartUpError` if only some of the keys are set. */
export const cardsFrom = (given: Given, billing: Billing): CardConfig => {
  if (billing === 'off') return { kind: 'none' }
  if (billing === 'sandbox') return { kind: 'sandbox' }
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = given
  if (secretKey && publishableKey && webhookSecret) return { kind: 'stripe', secretKey, publishableKey, webhookSecret }
  if (secretKey || publishableKey || webhookSecret)
    throw new StartUpError(
      'Payments by card need STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. Set all of them, or none.',
    )
  return { kind: 'none' }
}
