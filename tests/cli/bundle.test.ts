import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }

const build = fileURLToPath(new URL('../../scripts/command-line/build-command-line.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'longshore-bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the bundle of the command line runs alone', { timeout: 60_000 }, () => {
  execFileSync(process.execPath, [build, folder])
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(folder, 'longshore.mjs'), ...args], { encoding: 'utf8', cwd: folder })
  expect(run('--version')).toBe(`longshore ${about.version}\n`)
  expect(run('help', 'deploy')).toContain('longshore deploy FILE')
  expect(about.bin.longshore).toBe('dist/longshore.mjs')
})
