import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discardCommand, writeCommand } from '../../server/compute/shell/files/file-commands.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (command: string[], input: string) => {
  const [program = '', ...args] = command
  execFileSync(program, args, { input, stdio: ['pipe', 'ignore', 'ignore'] })
}
const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

test('a file that is replaced keeps its mode, and a new one gets the default', () => {
  const path = join(folder, 'file')
  for (const mode of [0o600, 0o640, 0o644, 0o755]) {
    writeFileSync(path, 'old')
    chmodSync(path, mode)
    const { uid, gid } = statSync(path)
    run(writeCommand(path, 3, true, 'mark'), 'new')
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', mode.toString(8)])
    expect(statSync(path)).toMatchObject({ uid, gid })
  }
  const before = process.umask(0o022)
  run(writeCommand(join(folder, 'fresh'), 3, false, 'mark'), 'new')
  process.umask(before)
  expect(modeOf(join(folder, 'fresh'))).toBe('644')
})

test('until it is whole, only its owner can read an upload', () => {
  const path = join(folder, 'secret')
  // The content is shorter than announced, so what follows the check of its size does not run.
  const [shell = '', flag = '', script = '', ...args] = writeCommand(path, 5, false, 'mark')
  const shown = script.replace('rm -f -- "$part"', 'true')
  expect(() => run([shell, flag, shown, ...args], 'new')).toThrow()
  const part = readdirSync(folder).find((name) => name.startsWith('.upload-')) ?? ''
  expect(modeOf(join(folder, part))).toBe('600')
})

test('an upload may have the longest name that the file system allows, and a broken one leaves nothing', () => {
  const path = join(folder, 'n'.repeat(255))
  run(writeCommand(path, 3, false, 'longest'), 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
  const part = join(folder, '.upload-broken')
  writeFileSync(part, 'half')
  run(discardCommand(path, 'broken'), '')
  expect(existsSync(part)).toBe(false)
})
