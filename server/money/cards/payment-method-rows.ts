import { and, asc, desc, eq, isNotNull, ne } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { PaymentMethod, PaymentMethodId } from '../../../src/contract/wire/money/payment-method.ts'
import { cardTitle } from '../../../src/rules/payments/cards.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { paymentMethods } from '../../store/schema.ts'
import type { Card } from './card-processor.ts'

export type PaymentMethodRow = typeof paymentMethods.$inferSelect

export const paymentMethodWire = (row: PaymentMethodRow): PaymentMethod => ({
  _id: row.id,
  paymentMethod: 'credit card',
  primary: row.isPrimary,
  connectionState: row.connectedAt ? 'connected' : 'waiting_for_confirmation',
  details: row.connectedAt
    ? {
        info: {
          brand: row.brand ?? '',
          last4: row.last4 ?? '',
          expiration_month: row.expirationMonth ?? 0,
          expiration_year: row.expirationYear ?? 0,
        },
      }
    : null,
  createdAt: row.createdAt.toISOString(),
})

/** How logs and mails call it. */
export const paymentMethodName = ({ brand, last4 }: PaymentMethodRow): string =>
  last4 ? cardTitle({ brand: brand ?? '', last4 }) : 'Card'

/** Lists the payment methods of an organisation: the primary one first, then the oldest. */
export const paymentMethodsOf = (db: DbOrTx, organizationId: OrganizationId): Promise<PaymentMethodRow[]> =>
  db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.organizationId, organizationId))
    .orderBy(desc(paymentMethods.isPrimary), asc(paymentMethods.createdAt))

export const findPaymentMethod = async (
  db: DbOrTx,
  organizationId: OrganizationId,
  id: PaymentMethodId,
): Promise<PaymentMethodRow | undefined> => {
  const own = and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.id, id))
  const [row] = await db.select().from(paymentMethods).where(own)
  return row
}

const detailsOf = ({ id, ...card }: Card) => ({ cardId: id, ...card })

/**
 * Records that a card is attached. If the organisation has a card with this number, that one gets the new details, as after
 * the end of its validity, and the new row goes. Returns the row, and the card that is replaced.
 */
export const recordAttached = async (
  tx: Tx,
  row: PaymentMethodRow,
  card: Card,
  at: Date,
): Promise<{ row: PaymentMethodRow; replacedCardId: string | null }> => {
  const { organizationId } = row
  const same = and(
    eq(paymentMethods.organizationId, organizationId),
    eq(paymentMethods.fingerprint, card.fingerprint),
    isNotNull(paymentMethods.connectedAt),
    ne(paymentMethods.id, row.id),
  )
  const [known] = await tx.select().from(paymentMethods).where(same)
  if (known) await tx.delete(paymentMethods).where(eq(paymentMethods.id, row.id))
  const isPrimary = known?.isPrimary ?? !(await primaryOf(tx, organizationId))
  const [attached] = await tx
    .update(paymentMethods)
    .set({ ...detailsOf(card), isPrimary, connectedAt: known?.connectedAt ?? at })
    .where(eq(paymentMethods.id, (known ?? row).id))
    .returning()
  if (!attached) throw new Error('The payment method was removed while its organisation was locked.')
  return { row: attached, replacedCardId: known?.cardId ?? null }
}

export const primaryOf = async (db: DbOrTx, organizationId: OrganizationId): Promise<PaymentMethodRow | undefined> => {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.isPrimary, true)))
  return row
}

/** Makes a payment method the only primary one. */
export const makePrimary = async (tx: Tx, { organizationId, id }: PaymentMethodRow): Promise<PaymentMethodRow> => {
  await tx
    .update(paymentMethods)
    .set({ isPrimary: false })
    .where(and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.isPrimary, true)))
  const [row] = await tx.update(paymentMethods).set({ isPrimary: true }).where(eq(paymentMethods.id, id)).returning()
  if (!row) throw new Error('The payment method was removed while its organisation was locked.')
  return row
}

/** Removes a payment method. If it was the primary one, the oldest other card takes its place, and is returned. */
export const removeRow = async (tx: Tx, { id, organizationId }: PaymentMethodRow): Promise<PaymentMethodRow | null> => {
  await tx.delete(paymentMethods).where(eq(paymentMethods.id, id))
  const primary = await primaryOf(tx, organizationId)
  if (primary) return primary
  const next = (await paymentMethodsOf(tx, organizationId)).find(({ connectedAt }) => connectedAt !== null)
  return next ? makePrimary(tx, next) : null
}
