import { removeOldAudit } from '../audit/audit-retention.ts'
import { AUDIT_RETENTION_DAYS } from '../config.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'

/** Limits events by count as well as by age, so that one busy organisation does not fill the disk. */
const MAX_EVENTS = 10_000

const rules: { name: string; statement: string; values?: unknown[] }[] = [
  {
    name: 'idempotency keys',
    statement: `delete from idempotency_key where created_at < now() - interval '24 hours'`,
  },
  {
    name: 'events by age',
    statement: `delete from organization_event where created_at < now() - interval '7 days'`,
  },
  {
    name: 'events by count',
    statement: `delete from organization_event e using organization o
      where o.id = e.organization_id and o.event_sequence > $1 and e.sequence <= o.event_sequence - $1`,
    values: [MAX_EVENTS],
  },
  {
    name: 'notifications',
    statement: `delete from notification where created_at < now() - interval '180 days'`,
  },
  {
    name: 'sent invitations',
    statement: `delete from invite_sending where sent_at < now() - interval '1 day'`,
  },
  {
    name: 'device logins',
    statement: `delete from device_login where expires_at < now() - interval '1 day'`,
  },
  {
    name: 'image confirmations',
    statement: `delete from image_confirmation where confirmed_at < now() - interval '30 days'`,
  },
  {
    name: 'used captchas',
    statement: `delete from used_captcha where expires_at < now()`,
  },
  {
    name: 'pending sign-ins',
    statement: `delete from pending_sign_in where expires_at < now()`,
  },
  {
    name: 'passkey challenges',
    statement: `delete from passkey_challenge where expires_at < now()`,
  },
  {
    name: 'unconfirmed authenticator apps',
    statement: `delete from totp_secret where confirmed_at is null and started_at < now() - interval '1 day'`,
  },
  {
    name: 'sign-in codes',
    statement: `delete from sign_in_code where expires_at < now()`,
  },
  {
    name: 'sessions',
    statement: `delete from session where expires_at < now() - interval '30 days'`,
  },
]

export const deleteExpiredRows = async (
  store: Store,
  log: Log,
  auditRetentionDays = AUDIT_RETENTION_DAYS,
): Promise<void> => {
  for (const { name, statement, values } of rules) {
    const { rowCount } = await store.pool.query(statement, values)
    if (rowCount) log.info({ kept: name, removed: rowCount }, 'removed expired rows')
  }
  const removed = await removeOldAudit(store.db, auditRetentionDays)
  if (removed > 0) log.info({ kept: 'audit entries', removed }, 'removed expired rows')
}

const FIRST_AFTER_MS = 60_000
const EVERY_MS = 3_600_000

/** Deletes expired rows every hour. Several nodes may do so at once. */
export const startHousekeeping = (
  store: Store,
  log: Log,
  auditRetentionDays: number,
  rotateLog: () => void,
): (() => void) => {
  const runAll = () => {
    rotateLog()
    deleteExpiredRows(store, log, auditRetentionDays).catch((error: unknown) =>
      log.warn({ err: error }, 'housekeeping failed; it will be retried'),
    )
  }
  let every: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    runAll()
    every = setInterval(runAll, EVERY_MS)
    every.unref()
  }, FIRST_AFTER_MS)
  first.unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}
