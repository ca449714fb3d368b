import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PostgresUser } from './postgres-user.ts'

/** Returns whether a user can reach a folder: every folder above it must be searchable. */
export const isReachable = (folder: string, user: PostgresUser): boolean => {
  if (!user) return true
  for (let at = folder; ; at = dirname(at)) {
    const known = statSync(at, { throwIfNoEntry: false })
    if (known && !mayPass(known, user)) return false
    if (at === dirname(at)) return true
  }
}

const mayPass = ({ mode, uid, gid }: { mode: number; uid: number; gid: number }, user: NonNullable<PostgresUser>) => {
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
