import { Gauge, type Registry } from 'prom-client'
import type { Store } from '../store/connection.ts'

const WAITING = `from alert_delivery where state = 'waiting'`

/** Measures what fires, and the messages that wait. The values are those of all nodes. */
export function measureAlerts(registry: Registry, { pool }: Pick<Store, 'pool'>): void {
  const measure = (name: string, help: string, query: string) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A scrape reports the other metrics while the database is unreachable.
        const found = await pool.query<{ value: string }>(query).catch(() => undefined)
        if (found?.rows[0]) this.set(Number(found.rows[0].value))
      },
    })
  measure(
    'longshore_alerts_firing',
    'Incidents that have not ended, in all organisations.',
    'select count(*) as value from alert_incident where ended_at is null',
  )
  measure(
    'longshore_alert_deliveries_waiting',
    'Messages to alert channels that wait.',
    `select count(*) as value ${WAITING}`,
  )
  measure(
    'longshore_alert_delivery_oldest_seconds',
    'How long the oldest of them has waited.',
    `select coalesce(greatest(extract(epoch from now() - min(waiting_since)), 0), 0) as value ${WAITING}`,
  )
  measure(
    'longshore_alert_channels_failing',
    'Enabled alert channels whose last attempt failed.',
    'select count(*) as value from alert_channel where is_enabled and failing_since is not null',
  )
}
