import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../set-up.mjs'

/** Licences that may be shipped with Apache-2.0 code. LGPL libraries are loaded dynamically and can be replaced. */
const shippable = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])
/** Licences of tools that are only used to build and test. */
const forTools = new Set([...shippable, 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0'])

/** Versions without a licence field, and the licence that their readme grants. */
const grantedInReadme: Record<string, string> = { 'humanize-number@0.0.2': 'MIT', 'only@0.0.2': 'MIT' }

interface LockEntry {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  os?: string[]
}

export interface PackageLicence {
  path: string
  licence: string
  isShipped: boolean
  isAllowed: boolean
}

/** Returns every package of the lock file with its SPDX expression and whether that licence may be used. */
export function readLicences(lock: { packages: Record<string, LockEntry> }): PackageLicence[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (path === '') return []
    const version = `${path.split('node_modules/').at(-1)}@${entry.version}`
    const licence =
      entry.license ?? grantedInReadme[version] ?? licenceOfInstalled(path) ?? licenceOfSibling(path, lock.packages)
    const isShipped = !entry.dev
    return [{ path, licence, isShipped, isAllowed: isAllowed(licence, isShipped ? shippable : forTools) }]
  })
}

/** Evaluates `A`, `A OR B` and `A AND B`; other expressions are rejected. */
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(bare)) return false
  if (bare.includes(' OR ')) return bare.split(' OR ').some((part) => isAllowed(part, allowed))
  return bare.split(' AND ').every((name) => allowed.has(name))
}

/** Some old packages declare `licenses: [{ type }]`, which npm does not copy to the lock file. */
function licenceOfInstalled(path: string): string | undefined {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  const named = license ?? licenses
  if (Array.isArray(named)) return named.map((entry) => entry.type ?? entry).join(' OR ')
  return typeof named === 'object' ? named?.type : named
}

/** Packages for other platforms have the licence of a sibling: `cli-win32-x64` that of `cli-linux-x64`. */
function licenceOfSibling(path: string, packages: Record<string, LockEntry>): string {
  const family = path.replace(platform, '')
  const sibling = Object.entries(packages).find(
    ([other, { license }]) => license && other.replace(platform, '') === family,
  )
  return sibling?.[1].license ?? 'unknown'
}

const platform =
  /(?:[-.](?:android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32|wasm32|wasi|arm64|arm|x64|ia32|ppc64|s390x|riscv64|loong64|mips64el|gnu|musl|gnueabihf|musleabihf|eabi|msvc))+$/
