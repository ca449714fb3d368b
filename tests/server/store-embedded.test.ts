import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '../../server/store/embedded.ts'

const log = pino({ level: 'silent' })
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUps.splice(0).reverse()) await step()
})

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'longshore-store-'))
  cleanUps.push(() => rm(path, { recursive: true, force: true }))
  return path
}

const start = async (dataFolder: string): Promise<EmbeddedDatabase> => {
  const database = await startEmbedded({ dataFolder, log })
  cleanUps.push(database.stop)
  return database
}

const runQuery = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

test('committed rows survive a stop and a start, and durability is on', async () => {
  const dataFolder = await folder()
  const first = await start(dataFolder)
  await runQuery(first.url, 'create table kept (n int); insert into kept values (7)')
  const settings = await runQuery(
    first.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1`,
  )
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
  await first.stop()
  const second = await start(dataFolder)
  expect(await runQuery(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('only its owner can read its password', async () => {
  const dataFolder = await folder()
  const { url } = await start(dataFolder)
  expect(((await stat(join(dataFolder, 'database-password'))).mode & 0o777).toString(8)).toBe('600')
  await expect(runQuery(url.replace(/:[0-9a-f]{48}@/, ':guess@'), 'select 1')).rejects.toThrow(/password/)
})

test('a process id that now belongs to another program does not prevent the start', async () => {
  const dataFolder = await folder()
  const first = await start(dataFolder)
  const pidFile = join(dataFolder, 'database/cluster/postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  await first.stop()
  await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'))
  const second = await start(dataFolder)
  expect(await runQuery(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an interrupted set-up is started over', async () => {
  const dataFolder = await folder()
  const first = await start(dataFolder)
  await first.stop()
  await rename(join(dataFolder, 'database/cluster'), join(dataFolder, 'database/cluster.unfinished'))
  const second = await start(dataFolder)
  expect(await runQuery(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database of another PostgreSQL version is rejected with a message', async () => {
  const dataFolder = await folder()
  await (await start(dataFolder)).stop()
  await writeFile(join(dataFolder, 'database/cluster/PG_VERSION'), '17\n')
  await expect(startEmbedded({ dataFolder, log })).rejects.toThrow(/PostgreSQL 17.*includes 18\. Start the version/)
})

describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  test('a data folder that only root can enter still holds its database', async () => {
    const dataFolder = await folder()
    await chmod(dataFolder, 0o700)
    const database = await start(dataFolder)
    expect(database.fallbackFolder).toBe(null)
    expect((await stat(join(dataFolder, 'database'))).uid).not.toBe(0)
  })

  test('below a folder that forbids it, the database is created elsewhere, and found there again', async () => {
    const parent = await folder()
    await chmod(parent, 0o700)
    const dataFolder = join(parent, 'data')
    await mkdir(dataFolder)
    const first = await start(dataFolder)
    const fallbackFolder = first.fallbackFolder ?? ''
    cleanUps.unshift(() => rm(fallbackFolder, { recursive: true, force: true }))
    expect(existsSync(join(fallbackFolder, 'cluster'))).toBe(true)
    await runQuery(first.url, 'create table kept (n int)')
    await first.stop()
    const second = await start(dataFolder)
    expect([second.fallbackFolder, await runQuery(second.url, 'select * from kept')]).toEqual([fallbackFolder, []])
  })
})
