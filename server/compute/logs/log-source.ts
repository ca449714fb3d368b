import type { TopicSource } from '../../live/topic-source.ts'
import type { Store } from '../../store/connection.ts'
import { lineWire } from './kept-line.ts'
import { addressOf, LOG_CHANNEL } from './log-address.ts'
import type { LogTails } from './log-tails.ts'
import { logExtent, readLines } from './read-chunks.ts'

const TOPICS_REMEMBERED = 10_000

/** Deployments' logs for the live hub; growth is heard from the database, so any node can serve any log. */
export function createLogSource({ db, listen }: Pick<Store, 'db' | 'listen'>, tails: LogTails): TopicSource {
  return {
    kind: 'deployment',

    extent: (topic) => logExtent(db, addressOf(topic)),

    async read(topic, after, limit) {
      const lines = tails.read(topic, after, limit) ?? (await readLines(db, addressOf(topic), after + 1, after + limit))
      return lines.map(({ line, sequence }) => lineWire(line, sequence))
    },

    onGrowth: (listener) => {
      const seen = new Set<string>()
      return listen(LOG_CHANNEL, (topic) => {
        if (topic === null) for (const known of seen) listener(known)
        else {
          if (seen.size >= TOPICS_REMEMBERED) seen.clear()
          seen.add(topic)
          listener(topic)
        }
      })
    },
  }
}
