import type { fundsCalls } from '../../../src/contract/calls/money/funds-calls.ts'
import type { Config } from '../../config.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { overdueHandlers } from './overdue-handlers.ts'
import type { NoticeMailer } from './send-notice.ts'
import { forgetFunds, settleFunds } from './settle-funds.ts'

export interface Funds {
  handlers: Handlers<keyof typeof fundsCalls>
  /** Call it when the usage until this time is booked; or once, if billing is off. */
  settle(at: Date): Promise<void>
}

interface FundsConfig {
  config: Pick<Config, 'billing' | 'graceHours'>
  store: Pick<Store, 'db'>
  mailer: NoticeMailer
  log: Log
  now?: () => Date
}

const HOUR_MS = 3_600_000
const KEPT_MS = 7 * 24 * HOUR_MS

/** Notices before credit ends, and what happens to organisations without credit. */
export const createFunds = ({
  config: { billing, graceHours },
  store: { db },
  mailer,
  log,
  now = () => new Date(),
}: FundsConfig): Funds => {
  const options = { db, mailer, log, timing: { graceMs: graceHours * HOUR_MS, keptMs: KEPT_MS } }
  return {
    handlers: overdueHandlers({ db, billing, now }),
    settle: (at) => (billing === 'off' ? forgetFunds(options) : settleFunds(options, at)),
  }
}
