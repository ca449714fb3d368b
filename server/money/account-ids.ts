import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'
import { ledgerAccounts } from '../store/schema.ts'
import { type Account, ownerOf } from './account.ts'

/** The account's condition: an owner that it has not is null, and null equals nothing. */
export const isAccount = (account: Account) => {
  const { userId, organizationId } = ownerOf(account)
  return and(
    eq(ledgerAccounts.kind, account.kind),
    userId ? eq(ledgerAccounts.userId, userId) : isNull(ledgerAccounts.userId),
    organizationId ? eq(ledgerAccounts.organizationId, organizationId) : isNull(ledgerAccounts.organizationId),
  )
}

/** In the order that was asked; those that are new are opened. */
export const idsOf = async (tx: Tx, accounts: readonly Account[]): Promise<string[]> => {
  const ids: string[] = []
  for (const account of accounts) ids.push((await find(tx, account)) ?? (await open(tx, account)))
  return ids
}

const find = async (tx: Tx, account: Account): Promise<string | undefined> => {
  const [row] = await tx.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(isAccount(account))
  return row?.id
}

/** Whoever opens it at the same time is waited for, and theirs is the account. */
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
