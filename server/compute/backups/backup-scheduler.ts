import { sql } from 'drizzle-orm'
import type { Log } from '../../log.ts'
import { backups } from '../../store/schema.ts'
import { type FireOptions, fireBackup, fireVerification } from './fire-backup.ts'

const EVERY_MS = 1000
const AT_ONCE = 100

/** Begins backups and test restores that are due. All nodes do so; each is begun by one. */
export function createBackupScheduler(options: FireOptions & { log: Log }) {
  const { db, log } = options
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  async function fireDue(): Promise<void> {
    for (const [column, fire] of [
      [backups.nextAt, fireBackup],
      [backups.verifyAt, fireVerification],
    ] as const) {
      const due = await db.select({ id: backups.id }).from(backups).where(sql`${column} <= now()`).limit(AT_ONCE)
      for (const { id } of due) {
        if (isStopped) return
        // One plan must not keep the others waiting.
        await fire(options, id).catch((error: unknown) =>
          log.warn({ err: error, backupId: id }, 'a backup was not started'),
        )
      }
    }
  }

  function schedule(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      turn = fireDue()
        .catch((error: unknown) => log.warn({ err: error }, 'looking for due backups failed; trying again'))
        .then(schedule)
    }, EVERY_MS)
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
