import type { RecordKind } from './card-records.ts'
import type { CardStore } from './card-store.ts'

/** How long the processor keeps responses for their idempotency keys. */
export const KEPT_RESPONSE_MS = 24 * 3_600_000
const KEPT_EVENT_MS = 30 * 24 * 3_600_000

/** Removes responses and events that are too old to be read again. */
export function removeOld(store: CardStore, nowMs: number): void {
  store.change(({ list, remove }) => {
    const removeAll = (kind: RecordKind, records: readonly { id: string }[]) => {
      for (const { id } of records) remove(kind, id)
    }
    removeAll(
      'response',
      list('response').filter(({ createdMs }) => createdMs + KEPT_RESPONSE_MS <= nowMs),
    )
    removeAll(
      'event',
      list('event').filter(
        ({ created, pending_webhooks }) => pending_webhooks === 0 && created * 1000 + KEPT_EVENT_MS <= nowMs,
      ),
    )
  })
}
