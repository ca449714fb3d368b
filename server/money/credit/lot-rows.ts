import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../store/connection.ts'
import type { Lot } from './lot.ts'

/** A lot with the account that it is of. */
export interface StoredLot extends Lot {
  accountId: string
}

export type LotRow = {
  id: string
  account_id: string
  scope: string | null
  valid_from: string
  expires_at: string | null
  available: string
}

export const lotFrom = (row: LotRow): StoredLot => ({
  id: row.id,
  accountId: row.account_id,
  scope: row.scope,
  validFrom: new Date(row.valid_from),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  available: BigInt(row.available),
})

/** Returns the lots of accounts that hold something that is not reserved. Their accounts must be locked to spend from them. */
export const availableLots = (db: DbOrTx, accountIds: readonly string[]): Promise<StoredLot[]> =>
  readLots(
    db,
    sql`l.remaining - l.held`,
    sql`l.account_id = any(${sql.param([...accountIds])}::uuid[]) and l.remaining > l.held`,
  )

/** Returns the lots that a hold reserves, with what it reserves of each. */
export const heldLots = (db: DbOrTx, holdId: string): Promise<StoredLot[]> =>
  readLots(
    db,
    sql`o.remaining`,
    sql`o.remaining > 0`,
    sql`join ledger_hold_lot o on o.lot_id = l.id and o.hold_id = ${holdId}`,
  )

const readLots = async (db: DbOrTx, available: SQL, condition: SQL, joined: SQL = sql``): Promise<StoredLot[]> => {
  const { rows } = await db.execute<LotRow>(sql`
    select l.id, l.account_id, l.scope, l.valid_from::text, l.expires_at::text, (${available})::text as available
    from ledger_lot l ${joined} where ${condition}`)
  return rows.map(lotFrom)
}
