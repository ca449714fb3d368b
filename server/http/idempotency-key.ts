import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { DbOrTx } from '../store/connection.ts'

export interface KeyOwner {
  userId: UserId
  key: string
}

export interface StoredKey {
  fingerprint: string
  /** Null while the first request runs. */
  status: number | null
  response: unknown
}

/** A claim with its time; the time no longer matches after another request has taken the key over. */
type Claim = KeyOwner & { claimedAt: Date }

/** A killed server keeps its claim no longer than this. */
const LEASE = '15 seconds'

/** Claims a key if it is free, older than 24 hours, or claimed for the same request by a server that is gone. */
export const claimKey = async (
  pool: pg.Pool,
  { userId, key }: KeyOwner,
  fingerprint: string,
): Promise<Date | undefined> => {
  const { rows } = await pool.query<{ created_at: Date }>(
    `insert into idempotency_key as held (user_id, key, fingerprint) values ($1, $2, $3)
    on conflict (user_id, key) do update
      set fingerprint = excluded.fingerprint, status = null, response = null, created_at = now()
      where held.created_at < now() - interval '24 hours'
        or (held.status is null and held.fingerprint = excluded.fingerprint and held.created_at < now() - interval '${LEASE}')
    returning created_at`,
    [userId, key, fingerprint],
  )
  return rows[0]?.created_at
}

export const readKey = async (pool: pg.Pool, { userId, key }: KeyOwner): Promise<StoredKey | undefined> => {
  const { rows } = await pool.query<StoredKey>(
    'select fingerprint, status, response from idempotency_key where user_id = $1 and key = $2',
    [userId, key],
  )
  return rows[0]
}

/** Stores the response; resolves with false if the claim was lost meanwhile. */
export const storeResponse = async (db: DbOrTx, claim: Claim, status: number, response: unknown): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update idempotency_key set status = ${status}, response = ${JSON.stringify(response ?? null)}::jsonb
    where user_id = ${claim.userId} and key = ${claim.key} and status is null
      and created_at = ${claim.claimedAt.toISOString()}::timestamptz`)
  return rowCount === 1
}

/** A user can send 1,500 mutations a minute with a new key each. */
const MAX_KEYS = 10_000
const MAX_BYTES = 32 * 1_048_576

/** Removes the oldest finished keys of a user who has too many, or whose stored responses are too large. */
export const removeSurplusKeys = async (pool: pg.Pool, userId: UserId): Promise<void> => {
  await pool.query(
    `delete from idempotency_key as held using (
      select key, row_number() over newest as place, sum(pg_column_size(response)) over newest as bytes
      from idempotency_key where user_id = $1
      window newest as (order by created_at desc, key)
    ) as ranked
    where held.user_id = $1 and held.key = ranked.key and held.status is not null
      and (ranked.place > $2 or ranked.bytes > $3)`,
    [userId, MAX_KEYS, MAX_BYTES],
  )
}

export const releaseKey = async (pool: pg.Pool, claim: Claim): Promise<void> => {
  await pool.query(
    'delete from idempotency_key where user_id = $1 and key = $2 and status is null and created_at = $3',
    [claim.userId, claim.key, claim.claimedAt],
  )
}
