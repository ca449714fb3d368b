import { Gauge, type Registry } from 'prom-client'
import type { Store } from '../store/connection.ts'
import type { Hub } from './hub.ts'

/** How far the outbox has come, and how much of it is listened to. */
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
      // A scrape says what it can while the database is away.
      const result = await store.pool
        .query<{ head: string }>('select coalesce(sum(event_sequence), 0) as head from organization')
        .catch(() => undefined)
      if (result?.rows[0]) this.set(Number(result.rows[0].head))
    },
  })
}
