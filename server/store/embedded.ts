import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../log.ts'
import { loadOrCreateSecret } from '../start-up/load-or-create-secret.ts'
import { alive } from '../start-up/process-identity.ts'
import { StartUpError } from '../start-up/start-up-error.ts'
import { databaseHome } from './embedded/database-home.ts'
import { makeCluster } from './embedded/make-cluster.ts'
import { postgresBinaries } from './embedded/postgres-binaries.ts'
import type { PostgresSettings } from './embedded/postgres-settings.ts'
import { postgresUser } from './embedded/postgres-user.ts'
import { runningPostmaster, startPostmaster, stopPostmaster, waitUntilReady } from './embedded/postmaster.ts'

export interface EmbeddedDatabase {
  url: string
  /** The folder that is used if the data folder cannot be. */
  fallbackFolder: string | null
  stop(): Promise<void>
}

const SHARED_FOLDER = '/var/lib/longshore'
const DATABASE = 'longshore'
const WATCH_MS = 1000
/** On a busy machine, the first connection after a crash can take far longer than usual. */
const CONNECT_MS = 30_000

/**
 * Starts the PostgreSQL of the data folder: creates it on the first start, and adopts it if an earlier control plane
 * left it running.
 */
export const startEmbedded = async ({
  dataFolder,
  log,
  settings,
}: {
  dataFolder: string
  log: Log
  /** Replace those of an installation. */
  settings?: PostgresSettings
}): Promise<EmbeddedDatabase> => {
  const user = postgresUser(log)
  const home = databaseHome(dataFolder, user)
  const binaries = postgresBinaries(user, SHARED_FOLDER)
  const password = loadOrCreateSecret(join(dataFolder, 'database-password'), () => randomBytes(24).toString('hex'))
  await makeCluster(binaries, home, user, password)

  const start = async (): Promise<number> => {
    const running = runningPostmaster(home.cluster)
    if (running !== undefined && (await waitUntilReady(home.cluster, running))) return running
    return startPostmaster(binaries, home, user, settings)
  }
  let pid = await start()
  const address = (database: string) =>
    `postgres://longshore:${password}@${encodeURIComponent(home.socketFolder)}/${database}`
  await makeDatabase(address)

  // Restarts it if it exits, for instance because it was stopped or the disk was full.
  let stopping = false
  let restarting: Promise<void> | undefined
  const watch = setInterval(() => {
    if (stopping || restarting || alive(pid)) return
    log.warn('PostgreSQL exited; restarting it')
    restarting = start()
      .then((started) => {
        pid = started
      })
      .catch((error: unknown) => log.error({ err: error }, 'PostgreSQL could not be restarted'))
      .finally(() => {
        restarting = undefined
      })
  }, WATCH_MS)
  watch.unref()

  return {
    url: address(DATABASE),
    fallbackFolder: home.isFallback ? home.folder : null,
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await restarting
      await stopPostmaster(pid)
    },
  }
}

const makeDatabase = async (address: (database: string) => string) => {
  try {
    await connected(address(DATABASE), async () => undefined)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '3D000')) {
      const message = error instanceof Error ? error.message : String(error)
      throw new StartUpError(
        `The built-in PostgreSQL cannot be reached: ${message}. Start again; if this persists, see its log in the data folder.`,
        {
          cause: error,
        },
      )
    }
    await connected(address('postgres'), (client) => client.query(`create database ${DATABASE}`))
  }
}

const connected = async (url: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
