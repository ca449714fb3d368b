import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Log } from '../../log.ts'
import { StartUpError } from '../../start-up/start-up-error.ts'

/** The user that runs PostgreSQL; undefined for the user of the control plane. */
export type PostgresUser = { name: string; uid: number; gid: number } | undefined

const CANDIDATES = ['longshore', 'postgres']

/**
 * Returns an unprivileged user if the control plane runs as root, which PostgreSQL does not allow; creates one if there
 * is none.
 */
export const postgresUser = (log: Log): PostgresUser => {
  if (process.getuid?.() !== 0) return undefined
  const found = CANDIDATES.map(lookUp).find((user) => user !== undefined)
  if (found) return found
  create(log)
  const created = lookUp('longshore') ?? lookUp('nobody')
  if (!created)
    throw new StartUpError(
      'PostgreSQL cannot run as root, and no other user can run it. Add one (useradd --system longshore), start Longshore as another user, or set DATABASE_URL.',
    )
  return created
}

const lookUp = (name: string): PostgresUser => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

const create = (log: Log) => {
  for (const [command, ...options] of [
    ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'longshore'],
    ['adduser', '-S', '-H', '-s', '/sbin/nologin', 'longshore'],
  ] as const) {
    try {
      execFileSync(command, options, { stdio: 'ignore', timeout: 10_000 })
      log.info('created the user longshore to run PostgreSQL')
      return
    } catch {
      log.debug({ command }, 'could not create a user')
    }
  }
}
