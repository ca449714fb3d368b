import { type Logger, pino } from 'pino'
import { openStore, type Store } from '../../../server/store/connection.ts'
import { startEmbedded } from '../../../server/store/embedded.ts'
import { migrate } from '../../../server/store/migrate.ts'
import { makeFolder } from '../control-plane.ts'

export interface BenchStore {
  store: Store
  /** The database's address. */
  url: string
  /** The data folder. */
  path: string
  log: Logger
  stop(): Promise<void>
}

/** Starts a migrated database in a folder of its own. */
export async function startBenchStore(): Promise<BenchStore> {
  const log = pino({ level: 'error' })
  const folder = await makeFolder()
  const database = await startEmbedded({ dataFolder: folder.path, log })
  const store = openStore({ url: database.url, log })
  await migrate(store.pool)
  return {
    store,
    url: database.url,
    path: folder.path,
    log,
    stop: async () => {
      await store.close()
      await database.stop()
      await folder.remove()
    },
  }
}
