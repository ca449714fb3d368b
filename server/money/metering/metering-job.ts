import { repeatEvery } from '../../jobs/repeat-every.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { applyBilling } from './apply-billing.ts'
import type { BillingConfig } from './billing-settings.ts'
import { meterUsage } from './meter-usage.ts'

const MINUTE_MS = 60_000
const PAUSE_MS = 5000

interface MeteringJobOptions {
  store: Pick<Store, 'db' | 'url'>
  config: Pick<BillingConfig, 'billing' | 'welcomeGrant'>
  /** Called after each metering with its time; once, if billing is off. */
  settle: (at: Date) => Promise<void>
  log: Log
  now?: () => Date
  pauseMs?: number
}

/** Books usage and settles funds once a minute unless billing is off. Returns a function that stops it. */
export const startMetering = ({
  store,
  config,
  settle,
  log,
  now = () => new Date(),
  pauseMs = PAUSE_MS,
}: MeteringJobOptions): (() => Promise<void>) => {
  let isApplied = false
  let bookedUntilMs = 0

  const run = async () => {
    if (!isApplied) {
      await applyBilling(store, config, now())
      if (config.billing === 'off') await settle(now())
    }
    isApplied = true
    const untilMs = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS
    if (config.billing === 'off' || untilMs <= bookedUntilMs) return
    const isDone = await meterUsage(store.db, new Date(untilMs), (error, organizationId) =>
      log.error({ err: error, organizationId }, 'the usage of an organisation was not booked; this will be repeated'),
    )
    await settle(new Date(untilMs))
    if (isDone) bookedUntilMs = untilMs
  }

  return repeatEvery(pauseMs, run, {
    isDueNow: true,
    onError: (error) =>
      log.warn({ err: error }, 'usage was not booked, or funds were not settled; this will be repeated'),
  })
}
