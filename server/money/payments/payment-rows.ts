import { and, desc, eq, isNull } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Payment, PaymentId } from '../../../src/contract/wire/money/payment.ts'
import { isSettled } from '../../../src/rules/payments/payment-transition.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { payments } from '../../store/schema.ts'

export type PaymentRow = typeof payments.$inferSelect

/** A payment that has not ended. */
export const isOpen = isNull(payments.settledAt)

export const paymentWire = (row: PaymentRow): Payment => ({
  _id: row.id,
  paymentMethod: 'credit card',
  paymentMethodId: row.paymentMethodId,
  title: row.title,
  amountMicros: row.amountMicros,
  state: row.state,
  message: isSettled(row.state) ? row.message : null,
  createdAt: row.createdAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
})

interface Part {
  skip: number
  limit: number
}

export const paymentsOf = async (
  db: DbOrTx,
  organizationId: OrganizationId,
  { skip, limit }: Part,
): Promise<{ payments: Payment[]; total: number }> => {
  const own = eq(payments.organizationId, organizationId)
  const newestFirst = [desc(payments.createdAt), desc(payments.id)]
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(payments)
      .where(own)
      .orderBy(...newestFirst)
      .limit(limit)
      .offset(skip),
    db.$count(payments, own),
  ])
  return { payments: rows.map(paymentWire), total }
}

export const findPayment = async (
  db: DbOrTx,
  organizationId: OrganizationId,
  id: PaymentId,
): Promise<PaymentRow | undefined> => {
  const own = and(eq(payments.organizationId, organizationId), eq(payments.id, id))
  const [row] = await db.select().from(payments).where(own)
  return row
}

export const hasOpenPayment = async (db: DbOrTx, organizationId: OrganizationId): Promise<boolean> => {
  const open = and(eq(payments.organizationId, organizationId), isOpen)
  return (await db.$count(payments, open)) > 0
}

export const publishPayments = (tx: Tx, organizationId: OrganizationId) =>
  publishOrganizationEvents(tx, organizationId, { kind: 'paymentsChanged' })
