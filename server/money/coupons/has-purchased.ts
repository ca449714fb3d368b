import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { accountKey, creditOf } from '../account.ts'

/** Whether an organisation has bought credit. */
export const hasPurchased = async (db: DbOrTx, organizationId: OrganizationId): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select from ledger_lot l join ledger_account a on a.id = l.account_id
    where a.key = ${accountKey(creditOf(organizationId))} and l.source = 'purchase' limit 1`)
  return rows.length > 0
}
