import { execFile } from 'node:child_process'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fullDisk, isFullDiskMessage } from '../../start-up/full-disk.ts'
import { StartUpError } from '../../start-up/start-up-error.ts'
import type { DatabaseHome } from './database-home.ts'
import type { PostgresUser } from './postgres-user.ts'

const MAJOR = '18'

/** Creates the cluster if it does not exist. Deletes an unfinished one, left by a start that was killed. */
export const makeCluster = async (
  binaries: string,
  home: DatabaseHome,
  user: PostgresUser,
  password: string,
): Promise<void> => {
  if (existsSync(join(home.cluster, 'PG_VERSION'))) return rejectOtherVersion(home.cluster)
  const unfinished = `${home.cluster}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const passwordFile = join(home.folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  try {
    await promisify(execFile)(
      join(binaries, 'bin', 'initdb'),
      [
        ...['-D', unfinished, '-U', 'longshore', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
        ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
        ...['--no-instructions'],
      ],
      {
        cwd: home.folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        ...(user ? { uid: user.uid, gid: user.gid } : {}),
      },
    )
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true })
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause)
    if (isFullDiskMessage(output)) throw fullDisk(cause)
    const lastLine = output.split('\n').at(-1)
    throw new StartUpError(`The built-in PostgreSQL could not be set up in ${home.folder}: ${lastLine}.`, { cause })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, home.cluster)
}

const rejectOtherVersion = (cluster: string) => {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR)
    throw new StartUpError(
      `The database in the data folder needs PostgreSQL ${version}, but this version of Longshore includes ${MAJOR}. Start the version that created it, or choose another data folder (LONGSHORE_DATA).`,
    )
}
