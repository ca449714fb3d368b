import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../store/connection.ts'
import type { Lot } from './lot.ts'

/** A lot with the account that it is of. */
export interface StoredLot extends Lot {
  accountId: string
}

type LotRow = {
  id: string
  account_id: string
  scope: string | null
  valid_from: string
  expires_at: string | null
  available: string
}

const lotFrom = (row: LotRow): StoredLot => ({
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
export const heldLots = async (db: DbOrTx, holdId: string): Promise<StoredLot[]> => {
  const lots = await readLots(
    db,
    sql`(select sum(e.amount) from ledger_entry e where e.hold_id = ${holdId} and e.lot_id = l.id)`,
    sql`l.id in (select lot_id from ledger_entry where hold_id = ${holdId})`,
  )
  return lots.filter(({ available }) => available > 0n)
}

const readLots = async (db: DbOrTx, available: SQL, condition: SQL): Promise<StoredLot[]> => {
  const { rows } = await db.execute<LotRow>(sql`
    select l.id, l.account_id, l.scope, l.valid_from::text, l.expires_at::text, (${available})::text as available
    from ledger_lot l where ${condition}`)
  return rows.map(lotFrom)
}
