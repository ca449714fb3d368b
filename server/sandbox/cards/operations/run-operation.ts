import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { CardStore, RecordChanges } from '../records/card-store.ts'
import type { Operation } from './operation.ts'

export interface OperationSettings {
  store: CardStore
  now: () => number
  origin: () => string
}

export interface RequestNames {
  id: string | null
  idempotency_key: string | null
}

const none: RequestNames = { id: null, idempotency_key: null }

/** Runs one operation: all its changes and events are kept, or none. */
export function runOperation<T>(
  { store, now, origin }: OperationSettings,
  run: (operation: Operation) => T,
  request: RequestNames = none,
): T {
  return store.change((records) => {
    const nowMs = now()
    const created = Math.floor(nowMs / 1000)
    return run({
      records,
      nowMs,
      created,
      newId,
      origin: origin(),
      emit(type, object) {
        const endpoints = records.list('webhook_endpoint').filter((endpoint) => isInterested(endpoint, type))
        const event = records.put('event', {
          id: newId('evt'),
          object: 'event',
          api_version: Stripe.API_VERSION,
          created,
          data: { object },
          livemode: false,
          pending_webhooks: endpoints.length,
          request,
          type,
          // The SDK lists one type for each kind of event.
        } as Stripe.Event)
        for (const endpoint of endpoints) queueDelivery(records, event.id, endpoint.id, nowMs)
      },
    })
  })
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`
}

function queueDelivery(records: RecordChanges, eventId: string, endpointId: string, atMs: number): void {
  const { id } = records.put('delivery', { id: newId('whd'), eventId, endpointId, attempts: 0 })
  records.put('due', { id, kind: 'delivery', atMs })
}

function isInterested({ status, enabled_events }: Stripe.WebhookEndpoint, type: string): boolean {
  return status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type))
}
