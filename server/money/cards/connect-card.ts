import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db, Tx } from '../../store/connection.ts'
import type { CardProcessor } from './card-processor.ts'
import {
  findPaymentMethod,
  type PaymentMethodRow,
  paymentMethodName,
  recordAttached,
  removeRow,
} from './payment-method-rows.ts'

/**
 * Reads at the processor whether the card of a payment method is attached, and records it. Resolves with null if the
 * attachment is over without a card. The caller of the API and the processor's event may do this at the same time.
 */
export const connectCard = async (
  db: Db,
  processor: CardProcessor,
  row: PaymentMethodRow,
  at: Date,
): Promise<PaymentMethodRow | null> => {
  if (row.connectedAt || !row.setupId) return row
  const setup = await processor.readSetup(row.setupId)
  if (setup.state === 'waiting') return row
  const replaced = { cardId: null as string | null }
  const attached = await db.transaction(async (tx) => {
    await lockOrganization(tx, row.organizationId, 'no key update')
    const now = await findPaymentMethod(tx, row.organizationId, row.id)
    if (!now || now.connectedAt) return now ?? null
    if (setup.state === 'canceled') {
      await removeRow(tx, now)
      await publishPaymentMethods(tx, row.organizationId)
      return null
    }
    const recorded = await recordAttached(tx, now, setup.card, at)
    replaced.cardId = recorded.replacedCardId
    await recordChange(tx, now.addedBy, recorded.row, 'paymentMethod.attached')
    return recorded.row
  })
  if (replaced.cardId) await processor.removeCard(replaced.cardId)
  return attached
}

/** Writes a change of a payment method to the audit log, and publishes it. */
export const recordChange = async (
  tx: Tx,
  author: Parameters<typeof writeAudit>[1],
  row: PaymentMethodRow,
  action: 'paymentMethod.attached' | 'paymentMethod.madePrimary' | 'paymentMethod.removed',
): Promise<void> => {
  await writeAudit(tx, author, { organizationId: row.organizationId, action, target: paymentMethodName(row) })
  await publishPaymentMethods(tx, row.organizationId)
}

export const publishPaymentMethods = (tx: Tx, organizationId: OrganizationId) =>
  publishOrganizationEvents(tx, organizationId, { kind: 'paymentMethodsChanged' })
