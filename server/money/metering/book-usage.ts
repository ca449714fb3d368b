import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { creditOf, receivableOf } from '../account.ts'
import { lockAccounts, rowIn } from '../account-rows.ts'
import { readCredit } from '../holds/project-holds.ts'
import { settleHolds } from '../holds/settle-holds.ts'
import { chargeUsage, usageRevenue } from './charge-usage.ts'

/**
 * Books what organisations used until a time, pays what they owe, and brings their holds to what runs now, in one transaction.
 * The locks of their accounts keep others from doing so at the same time.
 */
export const bookUsage = async (tx: Tx, organizationIds: readonly OrganizationId[], until: Date): Promise<void> => {
  const accounts = organizationIds.flatMap((id) => [creditOf(id), receivableOf(id)])
  const rows = await lockAccounts(tx, [...accounts, usageRevenue], until)
  const credit = await readCredit(tx, organizationIds, rows)
  const charged = await chargeUsage(tx, { until, credit, rows })
  const owed = new Map(organizationIds.map((id) => [id, -(rowIn(rows, receivableOf(id)).posted ?? 0n)]))
  for (const { account, amount } of charged.flatMap(({ entries }) => entries))
    if (account.kind === 'receivable') {
      const id = account.organizationId
      owed.set(id, (owed.get(id) ?? 0n) - amount)
    }
  await settleHolds(tx, { at: until, credit, owed, rows })
}
