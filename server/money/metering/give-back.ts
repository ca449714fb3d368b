import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { ledgerLots } from '../../store/schema.ts'
import { creditOf, receivableOf } from '../account.ts'
import { type AccountRow, rowIn } from '../account-rows.ts'
import type { Entry } from '../booking.ts'
import type { Lot } from '../credit/lot.ts'
import type { UsagePayment } from './usage-payments.ts'

interface GiveBack {
  organizationId: OrganizationId
  amount: bigint
  at: Date
  rows: ReadonlyMap<string, AccountRow>
  payments: AsyncIterable<UsagePayment>
  /** What can be spent: what is given back is added. */
  lots: Lot[]
}

/**
 * Returns the entries that refund usage that did not happen. The last payers get it first: lots, even expired ones, and the
 * receivable. A receivable that has been paid since then is refunded as a lot of its own.
 */
export const giveBack = async (
  tx: Tx,
  { organizationId, amount, at, rows, payments, lots }: GiveBack,
): Promise<Entry[]> => {
  const credit = creditOf(organizationId)
  const receivable = receivableOf(organizationId)
  const entries: Entry[] = []
  const earlier = new Map<string, bigint>()
  let missing = amount
  let owed = -(rowIn(rows, receivable).posted ?? 0n)
  const giveToLot = (given: Omit<Lot, 'available'>, share: bigint) => {
    entries.push({ account: credit, lotId: given.id, amount: share })
    missing -= share
    const lot = lots.find(({ id }) => id === given.id)
    if (lot) lot.available += share
    else lots.push({ ...given, available: share })
  }
  const giveToOwed = (share: bigint) => {
    const given = share < owed ? share : owed
    if (given > 0n) entries.push({ account: receivable, amount: given })
    owed -= given
    missing -= given
  }
  for await (const payment of payments) {
    const payer = payment.lot?.id ?? ''
    const left = -payment.amount - (earlier.get(payer) ?? 0n)
    // What later entries gave back is not given back again.
    earlier.set(payer, left < 0n ? -left : 0n)
    const share = left < missing ? left : missing
    if (share > 0n && payment.lot) giveToLot(payment.lot, share)
    else if (share > 0n) giveToOwed(share)
    if (missing === 0n) break
  }
  if (missing > 0n) giveToLot(await createLot(tx, rowIn(rows, credit).id, at), missing)
  return entries
}

const createLot = async (tx: Tx, accountId: string, at: Date): Promise<Omit<Lot, 'available'>> => {
  const [lot] = await tx
    .insert(ledgerLots)
    .values({ accountId, source: 'refund', validFrom: at, pricePaid: 0n })
    .returning({ id: ledgerLots.id })
  if (!lot) throw new Error('The lot was not created.')
  return { id: lot.id, scope: null, validFrom: at, expiresAt: null }
}
