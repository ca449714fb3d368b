import type { LogPacket } from '../../../src/contract/wire/log.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'
import type { TopicSource } from '../../live/topic-source.ts'
import type { Store } from '../../store/connection.ts'
import { addressOf, LOG_CHANNEL } from './log-address.ts'
import type { LogTails } from './log-tails.ts'
import { logExtent, readLines } from './read-chunks.ts'

const LINES_AT_ONCE = 2000
/** A watcher that is further behind than this is given a gap, up to `TAIL_LINES` before the newest line. */
const MOST_BEHIND = 20_000
const TAIL_LINES = 2000

export interface LogSource extends TopicSource {
  read(topic: string, after: number, limit: number): Promise<LogPacket[]>
}

/** Deployments' logs for the live hub; growth is heard from the database, so any node can serve any log. */
export function createLogSource({ db, listen }: Pick<Store, 'db' | 'listen'>, tails: LogTails): LogSource {
  return {
    kind: 'deployment',
    afterLoss: 'fromOldest',
    mostBehind: MOST_BEHIND,
    tailLines: TAIL_LINES,

    extent: (topic) => logExtent(db, addressOf(topic)),

    async read(topic, after, limit) {
      const most = Math.min(limit, LINES_AT_ONCE)
      const lines = tails.read(topic, after, most) ?? (await readLines(db, addressOf(topic), after + 1, after + most))
      const [first] = lines
      return first
        ? [
            batchOf(
              lines.map(({ line }) => line),
              first.sequence,
            ),
          ]
        : []
    },

    onGrowth: (listener) => listen(LOG_CHANNEL, listener),
  }
}
