import type { Registry } from 'prom-client'
import { createOutgoing } from '../outgoing/outgoing.ts'
import type { AllowedDestinations } from '../outgoing/outgoing-settings.ts'
import { measureAlerts } from './alert-metrics.ts'
import { type Alerts, type AlertsOptions, createAlerts } from './alerts.ts'
import { type AlertChannelOptions, type AlertChannels, createAlertChannels } from './channels/alert-channels.ts'

export interface Alerting {
  handlers: Alerts['handlers'] & AlertChannels['handlers']
  start(): Promise<void>
  stop(): Promise<void>
}

type AlertingOptions = Omit<AlertsOptions, 'channels'> &
  Omit<AlertChannelOptions, 'db' | 'outgoing'> & {
    allowed: AllowedDestinations
    metrics?: Registry | undefined
  }

/** Rules that watch instances, and the channels to which they send. */
export function createAlerting({ allowed, metrics, ...options }: AlertingOptions): Alerting {
  if (metrics) measureAlerts(metrics, options.store)
  const outgoing = createOutgoing({ allowed })
  const channels = createAlertChannels({ ...options, db: options.store.db, outgoing })
  const alerts = createAlerts({ ...options, channels })
  return {
    handlers: { ...alerts.handlers, ...channels.handlers },
    async start() {
      await channels.start()
      await alerts.start()
    },
    async stop() {
      await alerts.stop()
      await channels.stop()
    },
  }
}
