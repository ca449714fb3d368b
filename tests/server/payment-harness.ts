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
  /** The same with a card whose owner has to authenticate each time, as for attaching it. */
  attachAuthenticated(user: TestUser, organizationId: string): Promise<PaymentMethod>
  /** Completes what the owner of a card does in the window of their bank. */
  authenticate(secret: string): Promise<void>
  /** What the processor has of the charges of a payment. */
  chargesOf(paymentId: string): Promise<{ status: string; amount_received: number }[]>
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
  const connect = async (user: TestUser, organizationId: string, id: string): Promise<PaymentMethod> =>
    (await user.call('POST', `wallet/${organizationId}/${id}/connect`)).body.paymentMethod
  const authenticate = async (client_secret: string) => {
    const [id = ''] = client_secret.split('_secret_')
    const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
    await processor.form.rawRequest('POST', `/v1/${kind}/${id}/authenticate`, { result: 'complete', client_secret })
  }
  return {
    ...harness,
    processor,
    cards,
    confirmCard,
    authenticate,
    async attach(user, organizationId, card) {
      const { _id } = await confirmCard(user, organizationId, card)
      return connect(user, organizationId, _id)
    },
    async attachAuthenticated(user, organizationId) {
      const { _id, setupId } = await confirmCard(user, organizationId, 'pm_card_authenticationRequired')
      const { client_secret } = await processor.stripe.setupIntents.retrieve(setupId)
      await authenticate(client_secret ?? '')
      return connect(user, organizationId, _id)
    },
    async chargesOf(paymentId) {
      const { data } = await processor.stripe.paymentIntents.list({ limit: 100 })
      return data.filter(({ metadata }) => metadata.paymentId === paymentId)
    },
    list: async (user, organizationId) => (await user.call('GET', `wallet/${organizationId}/all`)).body.paymentMethods,
    async close() {
      await harness.close()
      await processor.close()
    },
  }
}
