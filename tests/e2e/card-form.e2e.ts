import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { test as base, expect } from '@playwright/test'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type CardWorld, publishableKey, startCards } from '../server/card-harness.ts'

const loader = fileURLToPath(new URL('../../node_modules/@stripe/stripe-js/dist/pure.mjs', import.meta.url))

/** A page that shows a card form as the console does, and keeps every message that it gets. */
const pageOf = (cards: string) => `<!doctype html><html lang="en"><title>Shop</title><main><div id="card"></div></main>
<script>window.received = []; addEventListener('message', ({ data }) => received.push(data))</script>
<script src="${cards}/v3/stripe.js"></script>
<script type="module">
import { loadStripe } from '/pure.mjs'
window.stripe = await loadStripe('${publishableKey}')
window.show = (clientSecret) => {
  window.elements = stripe.elements({ clientSecret, appearance: { theme: 'night' } })
  elements.create('payment').mount('#card')
}
document.body.dataset.loaded = 'yes'
</script></html>`

const test = base.extend<{ cards: CardWorld; shop: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  cards: async ({}, use) => {
    const cards = await startCards()
    cards.clock.nowMs = Date.now()
    await use(cards)
    await cards.close()
  },
  shop: async ({ cards }, use) => {
    const server = createServer(async (request, response) => {
      const isLoader = request.url === '/pure.mjs'
      response.setHeader('content-type', isLoader ? 'text/javascript' : 'text/html')
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'self' 'unsafe-inline' ${cards.origin}; style-src 'unsafe-inline'; frame-src ${cards.origin}`,
      )
      response.end(isLoader ? await readFile(loader) : pageOf(cards.origin))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an `AddressInfo`.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})

declare global {
  interface Window {
    stripe: Stripe
    elements: StripeElements
    received: unknown[]
    show(clientSecret: string | null): void
  }
}

test('a card form saves cards, shows why one is declined, and authenticates its owner; the page learns no number', async ({
  page,
  cards,
  shop,
}) => {
  await page.goto(shop)
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'yes')
  const customer = await cards.stripe.customers.create({})
  const setup = await cards.stripe.setupIntents.create({ customer: customer.id })
  await page.evaluate((secret) => window.show(secret), setup.client_secret)
  const form = page.frameLocator('iframe[title="Secure card details"]')
  const fill = async (number: string, expiry = '1234', code = '123') => {
    await form.getByLabel('Card number').fill(number)
    await form.getByLabel('Expiration date').fill(expiry)
    await form.getByLabel('Security code').fill(code)
  }
  const confirm = () =>
    page.evaluate(async () => {
      const { stripe, elements } = window
      const result = await stripe.confirmSetup({
        elements,
        confirmParams: { payment_method_data: { billing_details: { name: 'Ada Lovelace' } } },
        redirect: 'if_required',
      })
      return result.error?.message ?? result.setupIntent?.status
    })

  expect(await confirm()).toBe('Your card number is incomplete.')
  await expect(form.getByLabel('Card number')).toBeFocused()
  await fill('4000000000009995')
  await expect(form.getByLabel('Card number')).toHaveValue('4000 0000 0000 9995')
  await expect(form.getByLabel('Expiration date')).toHaveValue('12 / 34')
  expect(await confirm()).toBe('Your card has insufficient funds.')
  await expect(form.getByRole('alert')).toHaveText('Your card has insufficient funds.')

  await fill('4000002500003155')
  const authentication = page.frameLocator('iframe[title="Card authentication"]')
  const [failed] = await Promise.all([confirm(), authentication.getByRole('button', { name: 'Fail' }).click()])
  expect(failed).toMatch(/^We are unable to authenticate your payment method/)
  const [saved] = await Promise.all([confirm(), authentication.getByRole('button', { name: 'Complete' }).click()])
  expect(saved).toBe('succeeded')
  await expect(page.locator('dialog')).toHaveCount(0)
  const [method] = (await cards.stripe.paymentMethods.list({ customer: customer.id })).data
  expect(method).toMatchObject({ card: { last4: '3155' }, billing_details: { name: 'Ada Lovelace' } })

  const payment = await cards.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    customer: customer.id,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  })
  const [paid] = await Promise.all([
    page.evaluate(async (clientSecret) => {
      const { error, paymentIntent } = await window.stripe.handleNextAction({ clientSecret })
      return error?.message ?? paymentIntent?.status
    }, payment.client_secret ?? ''),
    authentication.getByText('$25.00').waitFor(),
    authentication.getByRole('button', { name: 'Complete' }).click(),
  ])
  expect(paid).toBe('succeeded')

  const received = await page.evaluate(() => JSON.stringify(window.received))
  expect(received).toContain('succeeded')
  expect(received).not.toMatch(/\d{4} ?\d{4} ?\d{4}/)
})
