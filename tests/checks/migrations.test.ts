import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const migrations = 'server/store/migrations'
const schema = 'server/store/schema.ts'
const options = ['generate', '--dialect', 'postgresql', '--schema', schema, '--casing', 'snake_case']

test('the migrations produce the current schema; after a change of the schema run npm run migration', () => {
  const copy = mkdtempSync(join(tmpdir(), 'longshore-migrations-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(migrations, copy, { recursive: true })
  execFileSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', ...options, '--out', relative('.', copy)], {
    stdio: 'pipe',
    timeout: 50_000,
  })
  expect(readdirSync(copy)).toEqual(readdirSync(migrations))
})
