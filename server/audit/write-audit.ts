import { sql } from 'drizzle-orm'
import type { CallName } from '../../src/contract/contract.ts'
import type { AuditAction, OwnAction } from '../../src/contract/wire/audit.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { CallContext } from '../http/handler.ts'
import { requireUser } from '../http/require-user.ts'
import type { DbOrTx } from '../store/connection.ts'
import { auditEntries, users } from '../store/schema.ts'

export interface Change {
  organizationId: OrganizationId
  action: AuditAction
  /** What it was done to, in words. */
  target: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Who makes a change, and from where. */
export type Author = Pick<CallContext<CallName>, 'caller' | 'address'>

/**
 * Writes down a change in the transaction that makes it: neither is ever there without the other. The organisation's
 * chain stays locked until the transaction ends, so write it after every other row that the transaction locks.
 */
export const writeAudit = async (tx: DbOrTx, { caller, address }: Author, change: Change): Promise<void> => {
  const { userId, by } = requireUser(caller)
  await tx.insert(auditEntries).values({
    ...change,
    actorId: userId,
    actorName: nameOfUser(userId),
    apiKeyName: 'apiKey' in by ? by.apiKey.name : null,
    address,
  })
}

export interface OwnChange {
  userId: UserId
  address: string
  action: OwnAction
  target: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes down what happened to a user's own account. Only this user reads it; their organisations do not. */
export const writeOwnAudit = async (tx: DbOrTx, change: OwnChange): Promise<void> => {
  await tx
    .insert(auditEntries)
    .values({ ...change, actorId: change.userId, actorName: nameOfUser(change.userId), apiKeyName: null })
}

const nameOfUser = (userId: UserId) =>
  sql`(select coalesce(nullif(${users.name}, ''), ${users.username}) from ${users} where ${users.id} = ${userId})`
