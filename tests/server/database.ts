import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  url: string
  /** Drops the database, even with open connections. */
  close(): Promise<void>
}

/** Creates a migrated database for one test file. */
export const testDatabase = (): Promise<TestDatabase> => createDatabase(nameOf(inject('templateUrl')))

/** Creates an empty database, for tests of the migrations themselves. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('template0')

const createDatabase = async (template: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: urlOf(name),
    close: async () => {
      await disconnected(name)
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Runs one statement at a time: PostgreSQL copies a template only while no other session uses it. */
const administer = async (statement: string) => {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Lets closing pools finish for up to a second: a connection that is ended by force while it closes is an error. */
const disconnected = async (name: string) => {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    for (const untilMs = Date.now() + 1000; Date.now() < untilMs; await delay(20)) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
      if (rowCount === 0) return
    }
  } finally {
    await client.end()
  }
}

const urlOf = (database: string) => inject('templateUrl').replace(/\w+$/, database)

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
