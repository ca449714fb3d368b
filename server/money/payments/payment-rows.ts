import { and, desc, eq, isNull } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Payment, PaymentId } from '../../../src/contract/wire/money/payment.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { payments } from '../../store/schema.ts'

export type PaymentRow = typeof payments.$inferSelect

const MAX_LISTED = 100

export const paymentWire = (row: PaymentRow): Payment => ({
  _id: row.id,
  paymentMethod: 'credit card',
  paymentMethodId: row.paymentMethodId,
  title: row.title,
  amountMicros: row.amountMicros,
  state: row.state,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
})

export const paymentsOf = (db: DbOrTx, organizationId: OrganizationId): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(eq(payments.organizationId, organizationId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(MAX_LISTED)

export const findPayment = async (
  db: DbOrTx,
  organizationId: OrganizationId,
  id: PaymentId,
): Promise<PaymentRow | undefined> => {
  const own = and(eq(payments.organizationId, organizationId), eq(payments.id, id))
  const [row] = await db.select().from(payments).where(own)
  return row
}

export const openPayment = async (db: DbOrTx, organizationId: OrganizationId): Promise<PaymentRow | undefined> => {
  const open = and(eq(payments.organizationId, organizationId), isNull(payments.settledAt))
  const [row] = await db.select().from(payments).where(open)
  return row
}
