import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../server/log.ts'
import { terminalLogSink } from '../../server/start-up/terminal-log-sink.ts'
import { openStore } from '../../server/store/connection.ts'
import { users } from '../../server/store/schema.ts'
import { testDatabase } from './database.ts'
import { until } from './until.ts'

const openFile = async (level = 'info') => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'longshore-log-'))
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }))
  const output = openLog({ log: { level, to: 'file' }, dataFolder })
  const path = join(dataFolder, 'longshore.log')
  return { ...output, path, text: () => readFile(path, 'utf8') }
}

test('a failed query is logged with its reason and without its parameter values', async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const { log, text } = await openFile()
  const store = openStore({ url: database.url, log })
  onTestFinished(() => store.close())
  const user = { username: 'twice', name: 'hunter2-name', email: 'hunter2@sandbox.test' }
  await store.db.insert(users).values(user)
  const failure = await store.db
    .insert(users)
    .values(user)
    .catch((error: unknown) => error)
  // At this level, so that the terminal of the test run stays quiet.
  log.info({ err: failure }, 'a call failed')
  const logged = await until(async () => (await text()) || undefined)
  expect(logged).toContain('duplicate key value violates unique constraint')
  expect(logged).toContain('insert into')
  expect(logged).not.toMatch(/hunter2|Key \(username\)/)
  expect(JSON.parse(logged).err.cause.stack).toMatch(/^ {4}at /)
})

test('fields named token, password or cookie are redacted wherever they are logged', async () => {
  const { log, text } = await openFile()
  log.info(
    { token: 's3cret', deep: { password: 's3cret', cookie: 's3cret', authorization: 's3cret', kept: 'kept' } },
    'x',
  )
  const logged = await until(async () => (await text()) || undefined)
  expect(logged).toContain('kept')
  expect(logged).not.toContain('s3cret')
})

test('only its owner can read the log file, and lower levels are not written', async () => {
  const { log, path, text } = await openFile('error')
  log.info('quiet')
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  expect(await text()).toBe('')
})

test('the terminal gets a short line for each kind of problem, without repeats', () => {
  const lines: string[] = []
  let nowMs = 0
  const terminal = terminalLogSink({ write: (text) => void lines.push(text), flushSync: () => undefined }, () => nowMs)
  const trouble = JSON.stringify({
    level: 40,
    msg: 'a call could not be answered',
    err: { message: 'gone\nwith details' },
  })
  for (let times = 0; times < 1000; times += 1) terminal.write(trouble)
  terminal.write(JSON.stringify({ level: 60, msg: 'stops' }))
  nowMs = 31_000
  terminal.write(trouble)
  expect(lines).toEqual([
    'warning: a call could not be answered: gone\n',
    'error: stops\n',
    'warning: a call could not be answered: gone\n',
  ])
})
