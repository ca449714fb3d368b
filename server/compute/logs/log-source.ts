import type { TopicSource } from '../../live/topic-source.ts'
import type { Store } from '../../store/connection.ts'
import { lineWire } from './kept-line.ts'
import { addressOf, LOG_CHANNEL } from './log-address.ts'
import type { LogTails } from './log-tails.ts'
import { logExtent, readLines } from './read-chunks.ts'

/** Deployments' logs for the live hub; growth is heard from the database, so any node can serve any log. */
export function createLogSource({ db, listen }: Pick<Store, 'db' | 'listen'>, tails: LogTails): TopicSource {
  return {
    kind: 'deployment',
    afterLoss: 'fromOldest',

    extent: (topic) => logExtent(db, addressOf(topic)),

    async read(topic, after, limit) {
      const lines = tails.read(topic, after, limit) ?? (await readLines(db, addressOf(topic), after + 1, after + limit))
      return lines.map(({ line, sequence }) => lineWire(line, sequence))
    },

    onGrowth: (listener) => listen(LOG_CHANNEL, listener),
  }
}
