import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { databaseHome } from '../../server/store/embedded/database-home.ts'
import { postgresUser } from '../../server/store/embedded/postgres-user.ts'
import { startEmbedded } from '../../server/store/embedded.ts'
import { migrate } from '../../server/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file copies. */
    templateUrl: string
    /** A stopped PostgreSQL cluster with the same database, of which control planes with a database of their own start. */
    templateCluster: string
  }
}

// Without it, each dropped database waits for the disk about a thousand times: a checkpoint writes one file for each table
// and index. No test needs this database after a crash; those of durability start their own.
const notDurable = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Starts one real PostgreSQL for the whole run, in a folder that is removed at the end. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-db-'))
  // PostgreSQL's own user has to enter the folder when the tests run as root.
  chmodSync(folder, 0o755)
  const log = pino({ level: 'silent' })
  const start = () => startEmbedded({ dataFolder: folder, log, settings: notDurable })
  const migrated = await start()
  const pool = new pg.Pool({ connectionString: migrated.url })
  // A connection may still be closing when PostgreSQL stops.
  pool.on('error', () => undefined)
  await migrate(pool)
  await pool.end()
  await migrated.stop()
  const templateCluster = join(folder, 'cluster')
  execFileSync('cp', ['-a', databaseHome(folder, postgresUser(log)).cluster, templateCluster])
  project.provide('templateCluster', templateCluster)
  const database = await start()
  project.provide('templateUrl', database.url)
  return async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
