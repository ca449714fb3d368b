import { Gauge, type Registry } from 'prom-client'
import type { Store } from '../store/connection.ts'
import type { Hub } from './hub.ts'

/** Measures the size of the outbox and the number of watched topics. */
export const measureLive = (registry: Registry, hub: Hub, store: Store): void => {
  new Gauge({
    name: 'longshore_live_topics',
    help: 'Topics with at least one watcher.',
    registers: [registry],
    collect() {
      this.set(hub.topics())
    },
  })
  new Gauge({
    name: 'longshore_outbox_events',
    help: 'Events written so far, in all organisations.',
    registers: [registry],
    async collect() {
      // A scrape reports the other metrics while the database is unreachable.
      const result = await store.pool
        .query<{ head: string }>('select coalesce(sum(event_sequence), 0) as head from organization')
        .catch(() => undefined)
      if (result?.rows[0]) this.set(Number(result.rows[0].head))
    },
  })
}
