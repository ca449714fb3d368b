/**
 * `npm ci` rejects a lock file that lacks the entry of an optional package for another platform, and npm omits the
 * entry if its registry does not have the package. This script adds the missing entries, with the exact versions that
 * the dependent package specifies. Run it after every change of dependencies: npm run lock
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type LockFile, lockGaps } from './lock-gaps.ts'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'arm']

const path = new URL('../package-lock.json', import.meta.url)
const lock: LockFile = JSON.parse(readFileSync(path, 'utf8'))
const gaps = lockGaps(lock)

for (const { key, version, dev } of gaps) {
  const parts = key.slice(key.lastIndexOf('/') + 1).split('-')
  const os = systems.find((system) => parts.includes(system))
  const cpu = processors.find((processor) => parts.includes(processor))
  if (!os || !cpu) throw new Error(`${key}: the name does not contain a platform; add the entry manually`)
  const libc = parts.some((part) => part.startsWith('musl'))
    ? ['musl']
    : parts.some((part) => part.startsWith('gnu'))
      ? ['glibc']
      : undefined
  lock.packages[key] = { version, cpu: [cpu], ...(dev && { dev }), ...(libc && { libc }), optional: true, os: [os] }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (gaps.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(gaps.length > 0 ? `package-lock.json: ${gaps.length} entries added` : 'package-lock.json: nothing missing')
