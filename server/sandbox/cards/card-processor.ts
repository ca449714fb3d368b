import type { FastifyInstance } from 'fastify'
import { type ProcessorKeys, registerCalls } from './calls/register-calls.ts'
import { webhookEndpointOf } from './objects/webhook-endpoint.ts'
import { serveCardPages } from './pages/card-pages.ts'
import { type CardStore, openCardStore } from './records/card-store.ts'
import { openJournal } from './records/journal.ts'
import { removeOld } from './records/remove-old.ts'
import { startDueChanges } from './webhooks/deliver-events.ts'

export interface CardProcessorOptions {
  /** The file in which it keeps its records. */
  journalPath: string
  keys: ProcessorKeys
  /** Where events go from the start, besides the endpoints that are created. */
  webhook?: { url: string; secret: string }
  now: () => number
  /** Returns the origin at which browsers reach it. */
  origin: () => string
  /** Returns the origins of pages that may show its card form. */
  embeddedBy: () => string
  onError: (error: unknown) => void
}

/**
 * Registers a card processor that speaks the API of Stripe: cards are the published test numbers, and no money moves.
 * Its records are its own, as those of the real one are.
 */
export function registerCardProcessor(app: FastifyInstance, options: CardProcessorOptions): void {
  const { journalPath, keys, webhook, now, origin, embeddedBy, onError } = options
  const journal = openJournal(journalPath)
  const store = openCardStore(journal)
  removeOld(store, now())
  if (webhook) setWebhook(store, webhook, now())
  const settings = { store, now, origin }
  const due = startDueChanges(settings, onError)
  registerCalls(app, { ...settings, keys, onChange: due.wake })
  serveCardPages(app, { records: store, publishableKey: keys.publishable, embeddedBy })
  app.addHook('onClose', async () => {
    due.stop()
    journal.close()
  })
}

function setWebhook(store: CardStore, { url, secret }: { url: string; secret: string }, nowMs: number): void {
  const created = Math.floor(nowMs / 1000)
  store.change(({ put }) =>
    put('webhook_endpoint', webhookEndpointOf('we_sandbox', created, { url, secret, enabled_events: ['*'] })),
  )
}
