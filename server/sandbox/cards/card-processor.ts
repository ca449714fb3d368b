import type { FastifyInstance } from 'fastify'
import { type ProcessorKeys, registerCalls } from './calls/register-calls.ts'
import { serveCardPages } from './pages/card-pages.ts'
import { openCardStore } from './records/card-store.ts'
import { openJournal } from './records/journal.ts'
import { removeOld } from './records/remove-old.ts'
import { startDueChanges } from './webhooks/deliver-events.ts'

export interface CardProcessorOptions {
  /** The file in which it keeps its records. */
  journalPath: string
  keys: ProcessorKeys
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
  const { journalPath, keys, now, origin, embeddedBy, onError } = options
  const journal = openJournal(journalPath)
  const store = openCardStore(journal)
  removeOld(store, now())
  const settings = { store, now, origin }
  const due = startDueChanges(settings, onError)
  registerCalls(app, { ...settings, keys, onChange: due.wake })
  serveCardPages(app, { records: store, publishableKey: keys.publishable, embeddedBy })
  app.addHook('onClose', async () => {
    due.stop()
    journal.close()
  })
}
