import type Stripe from 'stripe'
import type { RecordChanges } from '../records/card-store.ts'

/** What one request of the processor works with. */
export interface Operation {
  records: RecordChanges
  nowMs: number
  /** The time in seconds, as records have it. */
  created: number
  /** Makes an id such as `pi_3fT…`. */
  newId(prefix: string): string
  /** Records an event and queues it for the webhook endpoints that are interested in its type. */
  emit(type: Stripe.Event['type'], object: Stripe.Event.Data['object']): void
  /** The origin at which browsers reach the processor. */
  origin: string
}
