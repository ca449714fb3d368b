import { type ExecFileOptionsWithStringEncoding, execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface DebianPackage {
  name: string
  version: string
  /** The name of its file, without a folder. */
  file: string
}

const run = promisify(execFile)
/** Set where the tests run in a network namespace of their own, in which no package server can be reached. */
const outerNetwork = process.env.LONGSHORE_TEST_OUTER_NETWORK
const aptGet = (args: readonly string[], options: ExecFileOptionsWithStringEncoding) =>
  outerNetwork === undefined
    ? run('apt-get', args, options)
    : run('nsenter', [`--net=${outerNetwork}`, 'apt-get', ...args], options)
const limits = { timeout: 300_000, maxBuffer: 16 * 1024 ** 2, encoding: 'utf8' } as const
const lists = '/var/lib/apt/lists'
/** What only maintainer scripts use, which do not run here, and optional libraries of considerable size. */
const neverUsed =
  /^(adduser|debconf|perl|perl-base|perl-modules-.*|libperl.*|lib.*-perl|dpkg|init-system-helpers|libc-l10n|libllvm\d+|libz3-4|locales|logrotate|lsb-base|passwd|sysvinit-utils|usrmerge)$/

/** Runs Debian's own tools with state of their own: the machine's packages and caches stay as they are. */
export function debianPackages(folder: string) {
  const status = join(folder, 'status')
  // Outside of apt's own cache: it does not list the packages that it finds there.
  const packagesFolder = join(folder, 'packages')
  for (const path of [packagesFolder, join(folder, 'archives/partial')]) mkdirSync(path, { recursive: true })
  writeFileSync(status, '')
  const options = {
    'Dir::State::status': status,
    'Dir::Cache': folder,
    'Dir::Cache::pkgcache': join(folder, 'pkgcache.bin'),
    'Dir::Cache::srcpkgcache': join(folder, 'srcpkgcache.bin'),
  }
  const optionArguments = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const apt = (...args: string[]) => aptGet(['-qq', ...optionArguments, ...args], limits)

  async function resolve(names: readonly string[]): Promise<DebianPackage[]> {
    const known = join(folder, `resolved-${hash([names, listsState(), neverUsed.source])}.json`)
    if (existsSync(known)) return JSON.parse(readFileSync(known, 'utf8'))
    const { stdout } = await apt('install', '--print-uris', '--no-install-recommends', ...names)
    const found = [...stdout.matchAll(/^'\S+' (\S+\.deb) /gm)]
      .map(([, file = '']) => {
        const [name = '', version = ''] = decodeURIComponent(file).split('_')
        return { name, version, file }
      })
      .filter(({ name }) => !neverUsed.test(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    writeFileSync(known, JSON.stringify(found))
    return found
  }

  return {
    /** Returns these packages and those that they need. */
    resolve: (names: readonly string[]) => withUpdate(() => resolve(names)),

    /** Downloads what is missing; returns the paths of the files. */
    async download(packages: readonly DebianPackage[]): Promise<string[]> {
      const missing = packages.filter(({ file }) => !existsSync(join(packagesFolder, file)))
      const names = missing.map(({ name, version }) => `${name}=${version}`)
      const download = () => aptGet(['-qq', 'download', ...names], { ...limits, cwd: packagesFolder })
      if (names.length > 0) await withUpdate(download)
      return packages.map(({ file }) => join(packagesFolder, file))
    },
  }
}

/** Repeats work that failed because the lists of packages are missing or old. */
async function withUpdate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    await aptGet(['-qq', 'update'], limits)
    return work()
  }
}

/** The signed summaries of the lists, which change with them. */
const listsState = () =>
  readdirSync(lists)
    .filter((name) => name.endsWith('InRelease'))
    .map((name) => readFileSync(join(lists, name), 'utf8'))

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
