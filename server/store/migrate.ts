import { fileURLToPath } from 'node:url'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { StartUpError } from '../start-up/start-up-error.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))

/** An arbitrary number that no other program uses in the same database. */
const LOCK = 4_600_110_011

/** Migrates the database to this version's schema. One node migrates at a time; the others wait. */
export const migrate = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const known = readMigrationFiles({ migrationsFolder: folder })
    const applied = await appliedHashes(client)
    rejectNewerSchema(known, applied)
    if (applied.length < known.length) {
      // Loaded here because nearly every start has nothing to migrate.
      const { migrate: apply } = await import('drizzle-orm/node-postgres/migrator')
      await apply(drizzle(client), { migrationsFolder: folder })
    }
  } finally {
    // Closes the connection, which releases the lock and resets the setting.
    client.release(true)
  }
}

/** Returns false if a newer version has migrated the database. */
export const isOfThisVersion = async (pool: pg.Pool): Promise<boolean> => {
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash))
  return (await appliedHashes(pool)).every((hash) => known.has(hash))
}

const appliedHashes = async (client: Pick<pg.PoolClient, 'query'>): Promise<string[]> => {
  const { rows: tables } = await client.query<{ present: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!tables[0]?.present) return []
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash }) => hash)
}

const rejectNewerSchema = (known: MigrationMeta[], applied: string[]) => {
  const hashes = new Set(known.map(({ hash }) => hash))
  if (applied.some((hash) => !hashes.has(hash)))
    throw new StartUpError(
      'The database belongs to a newer version of Longshore. Start that version, or use another database (DATABASE_URL) or data folder (LONGSHORE_DATA).',
    )
}
