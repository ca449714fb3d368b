import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../server/database.ts'

const command = fileURLToPath(new URL('../../server/audit/audit-command.ts', import.meta.url))
const ID = '00000000-0000-4000-8000-00000000000a'

let database: TestDatabase
let pool: pg.Pool
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  folder = mkdtempSync(join(tmpdir(), 'longshore-audit-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await pool?.end()
  await database?.close()
})

const audit = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATABASE_URL: database.url },
    encoding: 'utf8',
  })
  return { status, out: stdout, err: stderr }
}

const write = (targets: string[]) =>
  pool.query(
    `insert into audit_entry (organization_id, actor_name, action, target, address)
     select $1, 'Ada', 'member.joined', target, '127.0.0.1' from unnest($2::text[]) target`,
    [ID, targets],
  )

test('an operator prints a log and verifies all logs, also against a chain that was rewritten as a whole', async () => {
  await write(['first', 'second', 'third'])
  const intact = audit()
  expect(intact).toMatchObject({ status: 0, err: '' })
  expect(intact.out).toMatch(new RegExp(`^${ID} {2}3 [0-9a-f]{64} {2}3 verified, 0 removed`, 'm'))
  expect(intact.out).toContain('Verified: 1 logs, no entry missing or changed.')
  const noted = join(folder, 'noted')
  writeFileSync(noted, intact.out)
  expect(audit('--noted', noted).status).toBe(0)
  const printed = audit('--print', ID).out.trim().split('\n')
  expect(printed.map((line) => JSON.parse(line).target)).toEqual(['first', 'second', 'third'])

  // The owner of the database deletes everything and lets the triggers chain a different history.
  await pool.query("set session_replication_role = 'replica'")
  await pool.query('delete from audit_entry')
  await pool.query('delete from audit_chain')
  await pool.query("set session_replication_role = 'origin'")
  await write(['first', 'harmless', 'third'])
  expect(audit().status).toBe(0)
  const forged = audit('--noted', noted)
  expect(forged.status).toBe(1)
  expect(forged.out).toContain('entry 3 differs from the noted one')

  await pool.query("set session_replication_role = 'replica'")
  await pool.query('delete from audit_entry where sequence = 2')
  expect(audit()).toMatchObject({ status: 1, out: expect.stringContaining(`${ID}  entry 2 is missing`) })
})
