import { eq, inArray, or, sql } from 'drizzle-orm'
import type { FieldError } from '../../../src/contract/error-codes.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { serverKinds } from '../../kinds/server-kinds.ts'
import { notifyMembers, publishOrganizationEvents } from '../../live/outbox.ts'
import { hasOpenPayment } from '../../money/payments/payment-rows.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { formerUsernames, members, organizations, users } from '../../store/schema.ts'
import { lockOrganization } from '../lock-organization.ts'
import { nameOf } from '../members/name-of.ts'
import { requireMembership } from '../members/require-membership.ts'
import type { RemovalQueue } from './removal-queue.ts'

/** Hides the organisation at once and frees its names; a job then removes its resources. */
export const deleteOrganization = async (
  { db, queue }: { db: Db; queue: RemovalQueue },
  context: Pick<CallContext<'deleteOrganization'>, 'scope' | 'caller' | 'address' | 'settle' | 'log'>,
): Promise<{ message: string }> => {
  const { scope, caller, settle, log } = context
  const { organizationId } = scopeOf(scope)
  const user = requireUser(caller)
  const { userId } = user
  await queue.ready()
  const response = { message: 'The organisation is being deleted' }
  await db.transaction(async (tx) => {
    const { name } = await lockOrganization(tx, organizationId, 'update')
    await requireMembership(tx, organizationId, user, 'organization.delete')
    await requireNothingBlocks(tx, organizationId)
    // No organisation can choose a name like this.
    const placeholder = `~${organizationId}`
    await tx
      .update(organizations)
      .set({ deletedAt: sql`now()`, username: placeholder })
      .where(eq(organizations.id, organizationId))
    await tx.delete(formerUsernames).where(eq(formerUsernames.organizationId, organizationId))
    await lockConcerned(tx, organizationId)
    await tx.update(users).set({ defaultOrganization: null }).where(eq(users.defaultOrganization, organizationId))
    await publishOrganizationEvents(tx, organizationId, { kind: 'organizationRemoved' })
    await notifyMembers(tx, organizationId, userId, {
      type: 'warning',
      title: name,
      message: `${await nameOf(tx, userId)} deleted the organisation.`,
    })
    await queue.send(tx, { organizationId })
    await writeAudit(tx, context, { organizationId, action: 'organization.deleted', target: name })
    await settle?.(tx, response)
  })
  queue.nudge()
  log.info({ organizationId, userId }, 'an organisation was deleted')
  return response
}

/** Locks the users in the order of their ids, so that two deletions never deadlock. */
const lockConcerned = async (tx: Tx, organizationId: OrganizationId): Promise<void> => {
  const theirs = tx.select({ id: members.userId }).from(members).where(eq(members.organizationId, organizationId))
  await tx
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.defaultOrganization, organizationId), inArray(users.id, theirs)))
    .orderBy(users.id)
    .for('no key update')
}

const requireNothingBlocks = async (tx: Tx, organizationId: OrganizationId): Promise<void> => {
  const fields: FieldError[] = []
  for (const [field, { blockingDeletion }] of Object.entries(serverKinds))
    for (const message of (await blockingDeletion?.(tx, organizationId)) ?? []) fields.push({ field, message })
  if (fields.length > 0) throw new ApiError('organizationBusy', { fields })
  if (await hasOpenPayment(tx, organizationId)) throw new ApiError('paymentOpen')
}
