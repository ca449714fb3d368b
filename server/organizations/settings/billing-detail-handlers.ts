import { eq, sql } from 'drizzle-orm'
import type { billingDetailCalls } from '../../../src/contract/calls/billing-detail-calls.ts'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { CallContext, Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { billingDetails } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization } from '../change-organization.ts'

type Details = NonNullable<ResponseOf<'readBillingDetails'>['billingDetails']>

/** Handlers for billing details. The first and every later save do the same; only the calls' names differ. */
export const billingDetailHandlers = (options: ChangeOptions): Handlers<keyof typeof billingDetailCalls> => ({
  readBillingDetails: async ({ scope }) => ({
    billingDetails: await detailsOf(options.db, scopeOf(scope).organizationId),
  }),
  createBillingDetails: (context) => save(options, context),
  saveBillingDetails: (context) => save(options, context),
})

const save = (
  options: ChangeOptions,
  context: CallContext<'createBillingDetails'> | CallContext<'saveBillingDetails'>,
): Promise<{ billingDetails: Details }> =>
  changeOrganization(options, context, 'billing.write', async (tx, { id: organizationId, name }) => {
    const { organizationId: _, ...details } = context.input
    const before = await detailsOf(tx, organizationId)
    await tx
      .insert(billingDetails)
      .values({ organizationId, ...details })
      .onConflictDoUpdate({ target: billingDetails.organizationId, set: { ...details, updatedAt: sql`now()` } })
    await writeAudit(tx, context, {
      organizationId,
      action: 'billingDetails.changed',
      target: name,
      ...(before && { before }),
      after: details,
    })
    await publishOrganizationEvents(tx, organizationId, { kind: 'billingDetailsChanged' })
    return { billingDetails: { organizationId, ...details } }
  })

const detailsOf = async (db: DbOrTx, organizationId: OrganizationId): Promise<Details | null> => {
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.organizationId, organizationId))
  if (!row) return null
  const { updatedAt: _, ...details } = row
  return details
}
