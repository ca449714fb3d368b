import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import Stripe from 'stripe'
import { registerCardProcessor } from '../../server/sandbox/cards/card-processor.ts'
import { until } from './until.ts'

export const secretKey = 'sk_test_harness'
export const publishableKey = 'pk_test_harness'
const WEBHOOKS = '/webhooks'

export interface CardWorld {
  stripe: Stripe
  /** The SDK with a key as a card form has it. */
  form: Stripe
  origin: string
  /** The time of the processor. */
  clock: { nowMs: number }
  /** Ends the processor and starts it again on its journal, to which a crash may have added part of a line. */
  restart(partOfLine?: string): Promise<void>
  /** Ends the processor, until it is started again. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Where its events go; read each time that it starts. */
export interface Webhook {
  url: string
  secret: string
}

/** Starts a card processor on a port of its own, which the official SDK talks to. */
export const startCards = async ({ webhook }: { webhook?: Webhook } = {}): Promise<CardWorld> => {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-cards-'))
  const journalPath = join(folder, 'cards.ndjson')
  const clock = { nowMs: Date.parse('2030-01-01T12:00:00Z') }
  let origin = ''
  const start = async (port: number) => {
    const app = fastify()
    registerCardProcessor(app, {
      journalPath,
      keys: { secret: secretKey, publishable: publishableKey },
      ...(webhook && { webhook }),
      now: () => clock.nowMs,
      origin: () => origin,
      embeddedBy: () => 'http://127.0.0.1:*',
      onError: (error) => {
        throw error
      },
    })
    origin = await app.listen({ port, host: '127.0.0.1' })
    return app
  }
  let app = await start(0)
  const port = Number(new URL(origin).port)
  const sdk = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
  return {
    stripe: sdk(secretKey),
    form: sdk(publishableKey),
    origin,
    clock,
    async restart(partOfLine) {
      await app.close()
      if (partOfLine !== undefined) await appendFile(journalPath, partOfLine)
      app = await start(port)
    },
    stop: () => app.close(),
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Saves a card for a new customer, as a card form does it. */
export const savedCard = async ({ stripe }: CardWorld, method = 'pm_card_visa') => {
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const intent = await stripe.setupIntents.create({ customer: customer.id })
  const confirmed = await stripe.setupIntents.confirm(intent.id, { payment_method: method })
  return { customer: customer.id, paymentMethod: String(confirmed.payment_method), intent: confirmed }
}

export interface WebhookReceiver {
  url: string
  /** The verified events so far. */
  events: Stripe.Event[]
  /** What the next requests get instead of 200. */
  responses: number[]
  /** Its secret is known when the endpoint exists. */
  secret: string
  received(type: string): Promise<Stripe.Event>
  close(): Promise<void>
}

/** Starts a receiver of webhooks that verifies each signature as the SDK does it. */
export const startReceiver = async (clock: { nowMs: number }): Promise<WebhookReceiver> => {
  const receiver = { events: [] as Stripe.Event[], responses: [] as number[], secret: '' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const status = receiver.responses.shift() ?? 200
      response.writeHead(status).end()
      if (status !== 200) return
      const signature = request.headers['stripe-signature'] ?? ''
      receiver.events.push(
        Stripe.webhooks.constructEvent(
          Buffer.concat(chunks).toString(),
          signature,
          receiver.secret,
          300,
          undefined,
          clock.nowMs,
        ),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}${WEBHOOKS}`,
    received: (type: string) => until(async () => receiver.events.find((event) => event.type === type)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
