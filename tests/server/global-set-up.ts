import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../server/store/embedded.ts'
import { migrate } from '../../server/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file copies. */
    templateUrl: string
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
  const database = await startEmbedded({ dataFolder: folder, log: pino({ level: 'silent' }), settings: notDurable })
  const pool = new pg.Pool({ connectionString: database.url })
  await migrate(pool)
  await pool.end()
  project.provide('templateUrl', database.url)
  return async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
