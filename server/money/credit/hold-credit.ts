import { eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { ledgerAccounts, ledgerHolds } from '../../store/schema.ts'
import { type Account, type Currency, creditOf } from '../account.ts'
import { type AccountRow, lockAccounts, rowIn } from '../account-rows.ts'
import { assertPositive, type Booking, type Entry, Overdrawn } from '../booking.ts'
import { differentBooking, isSameCause, storedBookings } from '../same-bookings.ts'
import { type Booked, writeBookings } from '../write-bookings.ts'
import { availableLots, heldLots } from './lot-rows.ts'
import { allocate, inSpendingOrder, type LotShare, takeFrom } from './spending-order.ts'

type Named = Omit<Booking, 'entries' | 'kind'>

export interface HoldRequest extends Named {
  organizationId: OrganizationId
  currency?: Currency
  amount: bigint
  /** All scopes that the later use is within. */
  scopes: readonly string[]
}

/** A change of a hold. */
export interface HoldChange extends Named {
  holdId: string
  amount: bigint
}

export interface HoldUse extends HoldChange {
  /** The lots that were valid then are used. */
  usedAt: Date
  /** What the amount is paid for. */
  to: Account
}

/**
 * Reserves credit in the lots that are valid at `at`, and returns the id of the hold; that of the first time if its key is booked
 * already. Throws `Overdrawn` if less is available.
 */
export const holdCredit = async (tx: Tx, request: HoldRequest): Promise<string> => {
  const { organizationId, currency, scopes, key, at } = request
  assertPositive(request.amount, key)
  const credit = creditOf(organizationId, currency)
  const rows = await lockAccounts(tx, [credit], at)
  const before = await repeated(tx, { ...request, kind: 'creditHeld' }, request.amount)
  if (before) return before.holdId
  const { id: accountId } = rowIn(rows, credit)
  const [hold] = await tx
    .insert(ledgerHolds)
    .values({ accountId, scopes: [...scopes], at })
    .returning({ id: ledgerHolds.id })
  if (!hold) throw new Error('The hold was not created.')
  await reserve(tx, { ...request, holdId: hold.id }, { credit, scopes, rows })
  return hold.id
}

/** Adds to a hold. */
export const refillHold = async (tx: Tx, change: HoldChange): Promise<Booked> =>
  changeHold(tx, { ...change, kind: 'creditHeld' }, change.amount, (open) => reserve(tx, change, open))

/** Gives back a part of a hold: what would be used last. */
export const releaseHold = async (tx: Tx, change: HoldChange): Promise<Booked> =>
  changeHold(tx, { ...change, kind: 'creditReleased' }, -change.amount, async ({ credit, rows }) => {
    const lots = inSpendingOrder(await heldLots(tx, change.holdId)).reverse()
    const { shares, missing } = takeFrom(lots, change.amount)
    if (missing > 0n) throw new Overdrawn(credit)
    const entries = movedInLots(credit, change.holdId, shares, -1n)
    return only(await writeBookings(tx, [{ ...named(change), kind: 'creditReleased', entries }], rows))
  })

/** Pays from a hold. Throws `Overdrawn` if its lots that were valid at the time of use hold less. */
export const takeFromHold = async (tx: Tx, use: HoldUse): Promise<Booked> =>
  changeHold(
    tx,
    { ...use, kind: 'creditSpent' },
    -use.amount,
    async ({ credit, scopes, rows }) => {
      const { holdId, amount, usedAt, to } = use
      const { shares, missing } = allocate(await heldLots(tx, holdId), amount, { at: usedAt, scopes })
      if (missing > 0n) throw new Overdrawn(credit)
      const entries: Entry[] = shares.map(({ lotId, amount: share }) => ({
        account: credit,
        lotId,
        holdId,
        amount: -share,
      }))
      entries.push({ account: to, amount })
      return only(await writeBookings(tx, [{ ...named(use), kind: 'creditSpent', entries }], rows))
    },
    [use.to],
  )

interface OpenHold {
  credit: Account
  scopes: readonly string[]
  rows: ReadonlyMap<string, AccountRow>
}

const changeHold = async (
  tx: Tx,
  change: HoldChange & { kind: Booking['kind'] },
  held: bigint,
  make: (hold: OpenHold) => Promise<Booked>,
  further: readonly Account[] = [],
): Promise<Booked> => {
  assertPositive(change.amount, change.key)
  const [hold] = await tx
    .select({
      organizationId: ledgerAccounts.organizationId,
      currency: ledgerAccounts.currency,
      scopes: ledgerHolds.scopes,
    })
    .from(ledgerHolds)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerHolds.accountId))
    .where(eq(ledgerHolds.id, change.holdId))
  if (!hold?.organizationId) throw new RangeError(`There is no hold ${change.holdId} of an organisation.`)
  const credit = creditOf(hold.organizationId, hold.currency)
  const rows = await lockAccounts(tx, [credit, ...further], change.at)
  const before = await repeated(tx, change, held)
  if (before && before.holdId !== change.holdId) throw differentBooking(change.key)
  return before ? { id: before.id, key: change.key, isNew: false } : make({ credit, scopes: hold.scopes, rows })
}

const reserve = async (tx: Tx, change: HoldChange, { credit, scopes, rows }: OpenHold): Promise<Booked> => {
  const { amount, at, holdId } = change
  const lots = await availableLots(tx, [rowIn(rows, credit).id])
  const { shares, missing } = allocate(lots, amount, { at, scopes })
  if (missing > 0n) throw new Overdrawn(credit)
  const entries = movedInLots(credit, holdId, shares, 1n)
  return only(await writeBookings(tx, [{ ...named(change), kind: 'creditHeld', entries }], rows))
}

/** Moves amounts between the available and the held part of lots: into the hold, or out of it with -1. */
export const movedInLots = (account: Account, holdId: string, shares: readonly LotShare[], sign: 1n | -1n): Entry[] =>
  shares.flatMap(({ lotId, amount }) => [
    { account, lotId, amount: -sign * amount },
    { account, lotId, holdId, amount: sign * amount },
  ])

const named = ({ key, cause, at }: Named): Named => ({ key, cause, at })

const only = ([booked]: Booked[]): Booked => {
  if (!booked) throw new Error('The booking was not made.')
  return booked
}

/** Returns an earlier booking of the same key with its hold; rejects one that changed a hold by another amount. */
const repeated = async (
  tx: Tx,
  booking: Pick<Booking, 'kind' | 'cause' | 'key'>,
  held: bigint,
): Promise<{ id: string; holdId: string } | undefined> => {
  const before = (await storedBookings(tx, [booking.key])).get(booking.key)
  if (!before) return undefined
  const ofHolds = before.lines.map((line) => line.split(' ')).filter(([, , holdId]) => holdId !== '')
  const sum = ofHolds.reduce((total, [, , , amount = '0']) => total + BigInt(amount), 0n)
  const holdId = ofHolds[0]?.[2]
  if (!holdId || sum !== held || !isSameCause(before, booking)) throw differentBooking(booking.key)
  return { id: before.id, holdId }
}
