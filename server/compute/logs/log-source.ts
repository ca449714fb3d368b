import type { LogPacket } from '../../../src/contract/wire/log.ts'
import type { TopicSource } from '../../live/topic-source.ts'
import type { Store } from '../../store/connection.ts'
import { logExtent, readBatches } from './chunks/read-batches.ts'
import { addressOf, LOG_CHANNEL } from './log-address.ts'
import type { LogTails } from './log-tails.ts'

const BYTES_AT_ONCE = 262_144
/** A watcher that lags further behind skips to `TAIL_LINES` before the newest line and receives a gap. */
const MAX_LAG = 20_000
const TAIL_LINES = 2000

export interface LogSource extends TopicSource {
  read(topic: string, after: number, limit: number): Promise<LogPacket[]>
}

/** Provides deployments' logs to the live hub. New lines arrive by NOTIFY, so any node can serve any log. */
export function createLogSource({ db, listen }: Pick<Store, 'db' | 'listen'>, tails: LogTails): LogSource {
  return {
    kind: 'deployment',
    afterLoss: 'fromOldest',
    maxLag: MAX_LAG,
    tailLines: TAIL_LINES,

    extent: (topic) => logExtent(db, addressOf(topic)),

    async read(topic, after, limit) {
      const range = { from: after + 1, to: Number.MAX_SAFE_INTEGER }
      const batches = tails.read(topic, after) ?? (await readBatches(db, addressOf(topic), range, BYTES_AT_ONCE))
      return batches.slice(0, limit)
    },

    onGrowth: (listener) => listen(LOG_CHANNEL, listener),
  }
}
