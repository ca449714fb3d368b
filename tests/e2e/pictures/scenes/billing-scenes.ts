import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { Payment, PaymentState } from '../../../../src/contract/wire/money/payment.ts'
import { failing, over, press, respondTo, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import { samplePayment, samplePayments } from '../sample-payments.ts'
import type { Scene } from '../scene.ts'
import { costScenes } from './cost-scenes.ts'
import { creditScenes } from './credit-scenes.ts'

const METHODS = '**/api/wallet/*/all'
const PAYMENTS = /\/api\/payment\/[^/]+\/all/
const PAYMENT = /\/api\/payment\/[^/]+\/[0-9a-f-]{36}$/

const noMethods = respondTo(/\/api\/wallet\/[^/]+\/all$/, {
  paymentMethods: [],
} satisfies ResponseOf<'readPaymentMethods'>)

const payments = (listed: Payment[], total = listed.length) =>
  respondTo(PAYMENTS, { payments: listed, total } satisfies ResponseOf<'readPayments'>)

const payment = (state: PaymentState) => async (page: Page) => {
  await respondTo(PAYMENT, { payment: samplePayment(state, 1, 2) } satisfies ResponseOf<'readPayment'>)(page)
}

const balance = (availableMicros: number, owedMicros: number) =>
  respondTo(/\/api\/payment\/[^/]+\/balance$/, {
    availableMicros,
    heldMicros: 3_200_000,
    owedMicros,
  } satisfies ResponseOf<'readBalance'>)

const openTopUp = press('Top up')

const openAmount = async (page: Page) => {
  await openTopUp(page)
  await press('Continue')(page)
}

/** The dialog while a payment is in a state. */
const topUpIn = (state: PaymentState, path: string): Scene =>
  over(`top-up-${state}`, path, openTopUp, async (page) => {
    await payments([samplePayment(state === 'processing' ? state : 'requiresAction', 1, 2)])(page)
    await payment(state)(page)
    if (state === 'succeeded') await balance(35_000_000, 0)(page)
  })

export const billingScenes = ({ username }: Pick<Harbour, 'username'>): Scene[] => {
  const path = `/${username}/billing/payment-methods`
  const history = `/${username}/billing/payment-history`
  const one = `/${username}/billing/payments/${samplePayment('succeeded')._id}`
  const states: PaymentState[] = ['processing', 'requiresAction', 'succeeded', 'failed', 'canceled']
  const scenes: Scene[] = [
    { name: 'payment-methods', path },
    { name: 'payment-methods-loading', path, act: waiting(METHODS) },
    { name: 'payment-methods-failed', path, act: failing(METHODS) },
    { name: 'payment-methods-empty', path, before: noMethods },
    over('attach-card', path, async (page) => {
      await press('Credit / Debit Card')(page)
      await page.frameLocator('iframe[title="Secure card details"]').getByLabel('Card number').waitFor()
    }),
    over('remove-card', path, press('Remove Visa •••• 4242')),
    { name: 'payment-history', path: history, before: payments(samplePayments, 23) },
    { name: 'payment-history-empty', path: history },
    { name: 'payment-history-loading', path: history, act: waiting('**/api/payment/*/all*') },
    { name: 'payment-history-failed', path: history, act: failing('**/api/payment/*/all*') },
    ...states.map((state): Scene => ({ name: `payment-${state}`, path: one, before: payment(state) })),
    { name: 'payment-missing', path: one },
    { name: 'billing-owed', path: history, before: balance(0, 4_710_000) },
    over('top-up-no-card', path, openTopUp, noMethods),
    over('top-up-method', path, openTopUp),
    over('top-up-amount', path, openAmount),
    over('top-up-owed', path, openAmount, balance(0, 4_710_000)),
    topUpIn('processing', path),
    topUpIn('succeeded', path),
    topUpIn('failed', path),
    ...creditScenes(username),
    ...costScenes(username),
  ]
  return scenes.map((scene) => ({ ...scene, isCharged: true }))
}
