import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../server/store/connection.ts'
import { migrate } from '../../server/store/migrate.ts'
import { emptyDatabase, type TestDatabase } from './database.ts'

const log = pino({ level: 'silent' })

describe('migrations', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  afterAll(() => database.close())

  test('two nodes that start concurrently on an empty database both find it migrated', async () => {
    const stores = [1, 2, 3].map(() => openStore({ url: database.url, log }))
    await Promise.all(stores.map((store) => migrate(store.pool)))
    const { rows } = await (stores[0] as Store).pool.query('select count(*)::int as count from organization')
    expect(rows).toEqual([{ count: 0 }])
    await Promise.all(stores.map((store) => store.close()))
  })

  test('a database that a newer version has migrated is rejected with a message, and left unchanged', async () => {
    const store = openStore({ url: database.url, log })
    await store.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-the-future', 99999999999999)`,
    )
    await expect(migrate(store.pool)).rejects.toThrow(/newer version of Longshore/)
    await store.close()
  })
})

test('a connection that is lost between two queries of a transaction fails that transaction only', async () => {
  const database = await emptyDatabase()
  const store = openStore({ url: database.url, log })
  const lost = store.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
    await store.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await new Promise((resolve) => setTimeout(resolve, 200))
    await tx.execute('select 1')
  })
  await expect(lost).rejects.toMatchObject({ cause: { message: expect.stringMatching(/connection/i) } })
  expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await store.close()
  await database.close()
})
