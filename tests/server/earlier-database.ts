import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import journal from '../../server/store/migrations/meta/_journal.json' with { type: 'json' }
import { emptyDatabase } from './database.ts'

const migrations = readMigrationFiles({ migrationsFolder: 'server/store/migrations' })

/** A database as it was before one migration, and that migration. */
export const databaseBefore = async (tagEnd: string) => {
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(tagEnd))
  const database = await emptyDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.close()
  })
  const apply = async (from: number, to: number) => {
    for (const { sql } of migrations.slice(from, to)) for (const statement of sql) await client.query(statement)
  }
  await apply(0, at)
  const firstValue = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows[0]?.[0]
  return {
    client,
    url: database.url,
    firstValue,
    migrate: () => apply(at, at + 1),
    migrateToLatest: () => apply(at, migrations.length),
  }
}
