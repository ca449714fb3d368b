import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }

const pack = fileURLToPath(new URL('../../scripts/command-line/pack-command-line.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'longshore-bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package of the command line is installed from its archive, and runs alone', { timeout: 60_000 }, () => {
  const archive = join(folder, `longshore-${about.version}.tgz`)
  execFileSync(process.execPath, [pack, folder])
  expect(execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n').toSorted()).toEqual(
    ['LICENSE', 'README.md', 'longshore.mjs', 'package.json'].map((name) => `package/${name}`),
  )
  const options = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
  execFileSync('npm', ['install', '--global', ...options, archive], { cwd: folder })
  const run = (...args: string[]) =>
    execFileSync(join(folder, 'bin/longshore'), args, {
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    })
  expect(run('--version')).toBe(`longshore ${about.version}\n`)
  expect(run('help', 'deploy')).toContain('longshore deploy FILE')
  // Without a terminal there is no colour.
  expect(run('help')).not.toContain('\u001b')
  const installed = JSON.parse(readFileSync(join(folder, 'lib/node_modules/longshore/package.json'), 'utf8'))
  expect(installed).not.toHaveProperty('dependencies')
  expect(about.bin.longshore).toBe('dist/longshore.mjs')
})
