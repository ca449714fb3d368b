import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../../server/store/connection.ts'
import { type TestDatabase, testDatabase } from './database.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await store.close()
  await database.close()
})

const say = (channel: string, payload: string) => store.pool.query('select pg_notify($1, $2)', [channel, payload])

test('several channels are heard, each by its own', async () => {
  const heard: string[] = []
  const stops = ['one', 'two', 'three'].map((channel) =>
    store.listen(channel, (said) => heard.push(`${channel} ${said}`)),
  )
  await expect.poll(() => [...heard].sort()).toEqual(['one null', 'three null', 'two null'])
  await say('two', 'x')
  await expect.poll(() => heard.at(-1)).toBe('two x')
  for (const stop of stops) stop()
  await say('two', 'y')
  await say('one', 'y')
  expect(heard).toHaveLength(4)
})

test('after a lost connection the listener comes back and is told to read again', async () => {
  const heard: (string | null)[] = []
  store.listen('lost', (said) => heard.push(said))
  await expect.poll(() => heard).toEqual([null])
  await store.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'longshore-listener' and datname = current_database()`,
  )
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([null, null])
  await say('lost', 'found')
  await expect.poll(() => heard.at(-1)).toBe('found')
})

test('a listener that throws does not keep the others from hearing', async () => {
  const heard: (string | null)[] = []
  store.listen('shaky', () => {
    throw new Error('shaky')
  })
  store.listen('shaky', (said) => heard.push(said))
  await expect.poll(() => heard).toEqual([null])
  await say('shaky', 'still')
  await expect.poll(() => heard.at(-1)).toBe('still')
})
