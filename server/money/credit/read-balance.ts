import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Balance } from '../../../src/contract/wire/money/payment.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { accountKey, creditOf, receivableOf } from '../account.ts'
import { exactNumber } from '../ledger.ts'

/** Reads credit and debt in one statement, so that a payment of the debt is in both or in neither. */
export const readBalance = async (db: DbOrTx, organizationId: OrganizationId): Promise<Balance> => {
  const keys = [creditOf(organizationId), receivableOf(organizationId)].map(accountKey)
  const { rows } = await db.execute<{ available: string; held: string; owed: string }>(sql`
    select coalesce(sum(posted - held) filter (where kind = 'credit'), 0)::text as available,
      coalesce(sum(held) filter (where kind = 'credit'), 0)::text as held,
      coalesce(-sum(posted) filter (where kind = 'receivable'), 0)::text as owed
    from ledger_account where key = any(${sql.param(keys)}::text[])`)
  const micros = (text: string | undefined) => exactNumber(BigInt(text ?? 0))
  const [row] = rows
  return { availableMicros: micros(row?.available), heldMicros: micros(row?.held), owedMicros: micros(row?.owed) }
}
