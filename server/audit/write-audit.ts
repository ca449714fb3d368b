import { sql } from 'drizzle-orm'
import type { CallName } from '../../src/contract/contract.ts'
import type { AuditAction, OperatorAction, OwnAction } from '../../src/contract/wire/audit.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { CallContext } from '../http/handler.ts'
import { requireUser } from '../http/require-user.ts'
import type { DbOrTx } from '../store/connection.ts'
import { auditEntries, users } from '../store/schema.ts'
import type { Actor } from './actor.ts'

export interface Change {
  organizationId: OrganizationId
  action: AuditAction
  /** The object of the action, as text. */
  target: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** The caller who makes a change, and their network address. */
export type Author = Pick<CallContext<CallName>, 'caller' | 'address'>

export const actorOf = ({ caller, address }: Author): Actor => {
  const { userId, by } = requireUser(caller)
  return { userId, apiKeyName: 'apiKey' in by ? by.apiKey.name : null, address }
}

/**
 * Records a change in the transaction that makes it, so that both commit or neither does. The organisation's chain
 * stays locked until the transaction ends, so call this after locking all other rows.
 */
export const writeAudit = async (tx: DbOrTx, author: Author | Actor | null, change: Change): Promise<void> => {
  // What the platform does by itself is in the events of its subject.
  if (!author) return
  const { userId, ...by } = 'userId' in author ? author : actorOf(author)
  await tx.insert(auditEntries).values({ ...change, ...by, actorId: userId, actorName: nameOfUser(userId) })
}

export interface OwnChange {
  userId: UserId
  address: string
  action: OwnAction
  target: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Records a change to a user's own account. Only this user can read it, not their organisations. */
export const writeOwnAudit = async (tx: DbOrTx, change: OwnChange): Promise<void> => {
  await tx
    .insert(auditEntries)
    .values({ ...change, actorId: change.userId, actorName: nameOfUser(change.userId), apiKeyName: null })
}

/** The chain of what concerns the whole installation; no user has this id. */
export const INSTALLATION_CHAIN = '00000000-0000-0000-0000-000000000000' as UserId

export interface OperatorChange {
  /** The account that was changed; null for the whole installation. */
  userId: UserId | null
  /** The name of whoever ran the command on the server. */
  operator: string
  action:
    | OperatorAction
    | 'access.restricted'
    | 'access.opened'
    | 'funds.stopped'
    | 'funds.resumed'
    | 'funds.dataRemoved'
    | 'coupon.created'
    | 'coupon.ended'
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Records what the operator changed, in the security log of the user and for `longshore-admin log`. */
export const writeOperatorAudit = async (
  tx: DbOrTx,
  { userId, operator, ...change }: OperatorChange,
): Promise<void> => {
  await tx.insert(auditEntries).values({
    ...change,
    userId: userId ?? INSTALLATION_CHAIN,
    target: 'By the operator',
    actorId: null,
    actorName: operator,
    apiKeyName: null,
    address: '',
  })
}

const nameOfUser = (userId: UserId) =>
  sql`(select coalesce(nullif(${users.name}, ''), ${users.username}) from ${users} where ${users.id} = ${userId})`
