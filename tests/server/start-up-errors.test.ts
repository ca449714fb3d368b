import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { startProcess, temporaryFolder } from './control-plane.ts'
import { emptyDatabase, testDatabase } from './database.ts'

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const cleanUps: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of cleanUps.splice(0).reverse()) await step()
})

const folder = async () => {
  const { path, remove } = await temporaryFolder()
  cleanUps.push(remove)
  return path
}

/** Expects one line of output that names the problem and the solution, and nothing else. */
const expectStartUpError = async (dataFolder: string, environment: NodeJS.ProcessEnv, message: RegExp) => {
  const control = startProcess(dataFolder, environment)
  const code = await control.ended()
  expect(control.err()).toMatch(message)
  expect(control.err().trimEnd().split('\n')).toHaveLength(1)
  expect([code, control.out()]).toEqual([1, ''])
}

test('a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  cleanUps.push(() => other.close())
  const port = String((other.address() as AddressInfo).port)
  await expectStartUpError(await folder(), { PORT: port }, new RegExp(`^Port ${port} is in use\\. Stop .*\\(PORT\\)`))
})

test('a data folder that cannot be created', async () => {
  const path = join(await folder(), 'file')
  await writeFile(path, 'x')
  await expectStartUpError(path, {}, /is a file or inside one\. Choose another folder \(LONGSHORE_DATA\)/)
  await expectStartUpError('/proc/longshore', {}, /cannot be written to\. Make it writable, or choose another/)
})

test('an unreachable database, without its password in the message', async () => {
  const url = 'postgres://somebody:swordfish@127.0.0.1:1/there'
  await expectStartUpError(
    await folder(),
    { DATABASE_URL: url },
    /^The database at 127\.0\.0\.1:1\/there cannot be reached\. Start it(?!.*swordfish)/,
  )
})

test('a database of a newer version, which is left unchanged', async () => {
  const database = await testDatabase()
  cleanUps.push(database.close)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-the-future', 99999999999999)`,
  )
  await expectStartUpError(
    await folder(),
    { DATABASE_URL: database.url },
    /newer version of Longshore\. Start that version/,
  )
  const { rows } = await client.query('select count(*)::int as n from installation')
  expect(rows).toEqual([{ n: 0 }])
  await client.end()
})

test('a second process on the same data folder, while the first keeps running', async () => {
  const path = await folder()
  const database = await emptyDatabase()
  cleanUps.push(database.close)
  const first = startProcess(path, { DATABASE_URL: database.url })
  cleanUps.push(async () => {
    first.process.kill('SIGTERM')
    await first.ended()
  })
  const address = await first.ready()
  await expectStartUpError(
    path,
    { DATABASE_URL: database.url },
    new RegExp(`\\(process ${first.process.pid}\\) uses the data folder .* Stop it, or choose`),
  )
  expect((await fetch(`${address}/api/ready`)).status).toBe(200)
})

test('an invalid setting', async () => {
  await expectStartUpError(
    await folder(),
    { PORT: '70000' },
    /^Invalid settings: PORT must be a number from 0 to 65535/,
  )
  await expectStartUpError(
    await folder(),
    { GITHUB_CLIENT_ID: 'a' },
    /needs both GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET/,
  )
})

const providers = { GITHUB_CLIENT_ID: 'an-id', GITHUB_CLIENT_SECRET: 'its-secret' }
const secret = { LONGSHORE_SECRET: 'kX3vQ9-hT7mZ2_pL8wR5nB4cJ6yF1dG0sA' }
const https = { LONGSHORE_PUBLIC_URL: 'https://longshore.example.org' }

test.each([
  {
    of: 'sandbox parts',
    environment: { ...secret, ...https },
    message: /it would need the sandbox login\. Set GITHUB/,
  },
  { of: 'no secret', environment: { ...providers, ...https }, message: /it has no secret\. Set LONGSHORE_SECRET/ },
  {
    of: 'a short secret',
    environment: { ...providers, ...https, LONGSHORE_SECRET: 'short' },
    message: /its secret is too short/,
  },
  {
    of: 'a default secret',
    environment: { ...providers, ...https, LONGSHORE_SECRET: 'change-me-change-me-change-me-change-me' },
    message: /its secret can be guessed/,
  },
  {
    of: 'plain HTTP on a public address',
    environment: { ...providers, ...secret, LONGSHORE_PUBLIC_URL: 'http://longshore.example.org' },
    message: /plain HTTP on a public address\. Put a TLS proxy in front/,
  },
  {
    of: 'plain HTTP on every address',
    environment: { ...providers, ...secret, HOST: '0.0.0.0' },
    message: /would serve plain HTTP to a network/,
  },
])('production with $of', async ({ environment, message }) => {
  await expectStartUpError(await folder(), { LONGSHORE_MODE: 'production', ...environment }, message)
})
