import type { alertCalls } from '../../src/contract/calls/alerts/alert-calls.ts'
import { createSearchPool } from '../compute/logs/search/search-pool.ts'
import type { RecentSamples } from '../compute/metrics/sampling/recent-samples.ts'
import type { Handlers } from '../http/handler.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Store } from '../store/connection.ts'
import { createEvaluator, type Evaluator } from './evaluation/evaluator.ts'
import { createLogReader, SEARCH_LIMIT_MS } from './evaluation/log-readings.ts'
import type { AlertChannels } from './messages/alert-message.ts'
import { sendDue } from './messages/send-due.ts'
import { alertHandlers } from './rules/alert-handlers.ts'
import { incidentHandlers } from './rules/incident-handlers.ts'
import { previewHandlers } from './rules/preview-handlers.ts'

export interface Alerts extends Evaluator {
  handlers: Handlers<keyof typeof alertCalls>
}

export interface AlertsOptions {
  store: Pick<Store, 'db' | 'url' | 'pool'>
  log: Log
  /** Names this process. */
  node: string
  recent: Pick<RecentSamples, 'readSamples'>
  channels: AlertChannels
  mailer: Pick<Mailer, 'ready' | 'send' | 'nudge'> | undefined
  publicUrl: string
  groupSeconds?: number
  monotonicMs?: () => number
}

const GROUP_SECONDS = 15

/** Rules that watch instances, and the messages of those that fire. */
export function createAlerts(options: AlertsOptions): Alerts {
  const { store, log, node, recent, channels, mailer, publicUrl, groupSeconds = GROUP_SECONDS, monotonicMs } = options
  const { db } = store
  // Threads of their own: rules take no turn of a user who searches.
  const pool = createSearchPool({ url: store.url, log, limitMs: SEARCH_LIMIT_MS })
  const reader = createLogReader({ db, log, pool })
  const evaluator = createEvaluator({
    db,
    log,
    node,
    recent,
    readLogBreaches: reader.read,
    sendDue: () => sendDue({ db, log, channels, mailer, publicUrl, groupSeconds }),
    ...(monotonicMs && { monotonicMs }),
  })
  return {
    ...evaluator,
    handlers: {
      ...alertHandlers({ db, searchPool: pool, channels }),
      ...incidentHandlers({ db, channels, mailer, publicUrl }),
      ...previewHandlers(db),
    },
    async stop() {
      await evaluator.stop()
      await pool.stop()
    },
  }
}
