import { and, asc, lte, sql } from 'drizzle-orm'
import type { Log } from '../../log.ts'
import { backups } from '../../store/schema.ts'
import { createDueTimer, type DueTimer } from '../due-timer.ts'
import { mayRestore } from '../snapshots/rows/restore-limits.ts'
import { type FireOptions, fireBackup, fireVerification } from './fire-backup.ts'

/** Begins backups and test restores that are due. */
export function createBackupScheduler(options: FireOptions & { log: Log }): DueTimer {
  const dueBy =
    (column: typeof backups.nextAt | typeof backups.verifyAt, mayBegin = sql`true`) =>
    (limit: number) =>
      options.db
        .select({ id: backups.id })
        .from(backups)
        .where(and(lte(column, sql`now()`), mayBegin))
        .orderBy(asc(column))
        .limit(limit)
  return createDueTimer(options.log, [
    { what: 'a backup', find: dueBy(backups.nextAt), start: (id) => fireBackup(options, id) },
    {
      what: 'a test restore',
      // Plans that have to wait would otherwise keep those of other organisations from being found.
      find: dueBy(backups.verifyAt, mayRestore(backups.organizationId)),
      start: (id) => fireVerification(options, id),
    },
  ])
}
