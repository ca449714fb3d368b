import { and, eq, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { DbOrTx } from '../store/connection.ts'
import { ledgerAccounts, ledgerEntries } from '../store/schema.ts'

/** What an organisation's account of a kind holds, in micro-dollars: the sum of its entries, and 0 where there are none. */
export const balanceOf = async (db: DbOrTx, kind: string, organizationId: OrganizationId): Promise<number> => {
  const [row] = await db
    .select({ micros: sql<string | null>`sum(${ledgerEntries.amountMicros})` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.organizationId, organizationId)))
  return Number(row?.micros ?? 0)
}
