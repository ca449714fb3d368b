import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findResolvers } from '../../scripts/protection/find-resolvers.ts'
import { ruleset } from '../../scripts/protection/ruleset.ts'

const protect = fileURLToPath(new URL('../../scripts/protect.ts', import.meta.url))

let root: string

beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'longshore-protect-'))}/`
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [protect, ...args], (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

test('finds the name servers that Docker passes to its containers', () => {
  expect(findResolvers(root)).toEqual([])
  put('run/systemd/resolve/resolv.conf', 'nameserver 192.168.1.1\nnameserver fe80::1\n')
  put('etc/resolv.conf', '# by systemd\nnameserver 127.0.0.53\noptions edns0\n')
  expect(findResolvers(root)).toEqual(['192.168.1.1'])
  put('etc/resolv.conf', 'nameserver 10.0.0.2\nnameserver 10.0.0.3\n')
  expect(findResolvers(root)).toEqual(['10.0.0.2', '10.0.0.3'])
  put('etc/docker/daemon.json', '{"dns": ["9.9.9.9", "not an address"]}')
  expect(findResolvers(root)).toEqual(['9.9.9.9'])
  put('etc/docker/daemon.json', 'broken')
  expect(findResolvers(root)).toEqual(['10.0.0.2', '10.0.0.3'])
})

test('prints rules without root, and blocks metadata and link-local addresses before allowed ranges', async () => {
  const { code, out } = await run('--print', '--allow', '10.20.0.0/16', '--dns', '10.0.0.2')
  expect(code).toBe(0)
  expect(out).toBe(ruleset({ resolvers: ['10.0.0.2'], allowed: ['10.20.0.0/16'] }))
  expect(out.indexOf('@never')).toBeLessThan(out.indexOf('@allowed'))
  expect((await run('--print', '--remove')).out).toBe('add table inet longshore\ndelete table inet longshore\n')
})

test.for([
  ['--allow', '10.0.0.0/8 } ; flush ruleset ; {'],
  ['--allow', 'office'],
  ['--dns', '10.0.0.2, 10.0.0.3'],
  ['--nonsense', ''],
])('rejects %s %s with the usage', async ([option = '', value = '']) => {
  const { code, out, err } = await run(option, value, '--print')
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(err).toContain('Usage: npm run protect')
})
