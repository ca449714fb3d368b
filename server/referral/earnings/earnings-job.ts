import { repeatEvery } from '../../jobs/repeat-every.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { matureEarnings } from './mature-earnings.ts'

const PAUSE_MS = 600_000

/** Makes referral earnings usable once they have been pending for long enough. Returns a function that stops it. */
export const startEarningsJob = ({ db }: Pick<Store, 'db'>, log: Log): (() => Promise<void>) =>
  repeatEvery(PAUSE_MS, () => matureEarnings(db, new Date()), {
    isDueNow: true,
    onError: (error) => log.warn({ err: error }, 'referral earnings did not mature; this will be repeated'),
  })
