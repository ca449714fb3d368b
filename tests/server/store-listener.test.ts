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

const notify = (channel: string, payload: string) => store.pool.query('select pg_notify($1, $2)', [channel, payload])

test('several channels each deliver to their own listener', async () => {
  const received: string[] = []
  const stops = ['one', 'two', 'three'].map((channel) =>
    store.listen(channel, (notification) => received.push(`${channel} ${notification}`)),
  )
  await expect.poll(() => [...received].sort()).toEqual(['one null', 'three null', 'two null'])
  await notify('two', 'x')
  await expect.poll(() => received.at(-1)).toBe('two x')
  for (const stop of stops) stop()
  await notify('two', 'y')
  await notify('one', 'y')
  expect(received).toHaveLength(4)
})

test('after a lost connection the listener reconnects and is notified to read again', async () => {
  const received: (string | null)[] = []
  store.listen('lost', (notification) => received.push(notification))
  await expect.poll(() => received).toEqual([null])
  await store.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'longshore-listener' and datname = current_database()`,
  )
  await expect.poll(() => received, { timeout: 5000 }).toEqual([null, null])
  await notify('lost', 'found')
  await expect.poll(() => received.at(-1)).toBe('found')
})

test('a listener that throws does not affect the others', async () => {
  const received: (string | null)[] = []
  store.listen('shaky', () => {
    throw new Error('shaky')
  })
  store.listen('shaky', (notification) => received.push(notification))
  await expect.poll(() => received).toEqual([null])
  await notify('shaky', 'still')
  await expect.poll(() => received.at(-1)).toBe('still')
})
