import { type Cards, createCards } from '../../server/money/cards/cards.ts'
import type { PaymentMethod } from '../../src/contract/wire/money/payment-method.ts'
import { type CardWorld, publishableKey, secretKey, startCards } from './card-harness.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'

export const webhookSecret = 'whsec_harness'

export interface PaymentHarness extends OrganizationHarness {
  processor: CardWorld
  cards: Cards
  /** Completes the card form. Resolves with the payment method, of which only an event has reported the card. */
  confirmCard(user: TestUser, organizationId: string, card?: string): Promise<PaymentMethod & { setupId: string }>
  /** Attaches a card as the console does. */
  attach(user: TestUser, organizationId: string, card?: string): Promise<PaymentMethod>
  list(user: TestUser, organizationId: string): Promise<PaymentMethod[]>
}

/** Makes the call that begins to attach a card. */
export const addCard = (user: TestUser, organizationId: string): ReturnType<TestUser['call']> =>
  user.call('POST', 'wallet', {
    organizationId,
    paymentMethod: 'credit card',
    details: { cardPaymentMethodType: 'card', cardService: 'stripe' },
  })

/** Organisations whose cards a processor of the sandbox keeps. */
export const paymentHarness = async (webhook?: { url: string; secret: string }): Promise<PaymentHarness> => {
  const processor = await startCards(webhook && { webhook })
  let cards: Cards | undefined
  const harness = await organizationHarness({}, ({ store, mailer, log }) => {
    const sandbox = {
      secretKey,
      publishableKey,
      webhookSecret,
      address: new URL(processor.origin),
      close: async () => {},
    }
    const now = () => new Date(processor.clock.nowMs)
    cards = createCards({ config: { cards: { kind: 'sandbox' } }, sandbox, store, mailer, log, now })
    return cards
  })
  if (!cards) throw new Error('The harness has no cards.')
  const confirmCard: PaymentHarness['confirmCard'] = async (user, organizationId, card = 'pm_card_visa') => {
    const { body } = await addCard(user, organizationId)
    const [setupId = ''] = body.connectionSecret.split('_secret_')
    await processor.stripe.setupIntents.confirm(setupId, { payment_method: card })
    return { ...body.paymentMethod, setupId }
  }
  return {
    ...harness,
    processor,
    cards,
    confirmCard,
    async attach(user, organizationId, card) {
      const { _id } = await confirmCard(user, organizationId, card)
      return (await user.call('POST', `wallet/${organizationId}/${_id}/connect`)).body.paymentMethod
    },
    list: async (user, organizationId) => (await user.call('GET', `wallet/${organizationId}/all`)).body.paymentMethods,
    async close() {
      await harness.close()
      await processor.close()
    },
  }
}
