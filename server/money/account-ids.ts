import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'
import { ledgerAccounts } from '../store/schema.ts'
import { type Account, ownerOf } from './account.ts'

/** Returns the condition that selects an account. A missing owner needs `is null`, because `= null` is never true. */
export const isAccount = (account: Account) => {
  const { userId, organizationId } = ownerOf(account)
  return and(
    eq(ledgerAccounts.kind, account.kind),
    userId ? eq(ledgerAccounts.userId, userId) : isNull(ledgerAccounts.userId),
    organizationId ? eq(ledgerAccounts.organizationId, organizationId) : isNull(ledgerAccounts.organizationId),
  )
}

/** Returns the ids in the order of `accounts`, and opens accounts that do not exist. */
export const idsOf = async (tx: Tx, accounts: readonly Account[]): Promise<string[]> => {
  const ids: string[] = []
  for (const account of accounts) ids.push((await find(tx, account)) ?? (await open(tx, account)))
  return ids
}

const find = async (tx: Tx, account: Account): Promise<string | undefined> => {
  const [row] = await tx.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(isAccount(account))
  return row?.id
}

/** The insert waits for a concurrent one of the same account, whose row is then used. */
const open = async (tx: Tx, account: Account): Promise<string> => {
  const [made] = await tx
    .insert(ledgerAccounts)
    .values({ kind: account.kind, ...ownerOf(account) })
    .onConflictDoNothing()
    .returning({ id: ledgerAccounts.id })
  const id = made?.id ?? (await find(tx, account))
  if (!id) throw new Error(`The account ${account.kind} was not opened.`)
  return id
}
