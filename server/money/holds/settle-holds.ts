import { randomUUID } from 'node:crypto'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import { holdChange } from '../../../src/rules/funds/hold-change.ts'
import type { Tx } from '../../store/connection.ts'
import { creditOf, receivableOf } from '../account.ts'
import { type AccountRow, rowIn } from '../account-rows.ts'
import type { Booking, Entry } from '../booking.ts'
import { movedInLots } from '../credit/hold-credit.ts'
import { allocate, inSpendingOrder, takeFrom } from '../credit/spending-order.ts'
import { writeBookings } from '../write-bookings.ts'
import {
  type CreditById,
  heldIn,
  holdOf,
  moveShares,
  type OrganizationCredit,
  scopesOf,
  subtractShares,
} from './project-holds.ts'
import { runningPrices } from './running-prices.ts'

interface Settlement {
  at: Date
  /** Of organisations whose accounts are locked. */
  credit: CreditById
  /** The debt of each organisation. */
  owed: ReadonlyMap<OrganizationId, bigint>
  rows: ReadonlyMap<string, AccountRow>
}

/**
 * Gives back what holds reserve beyond what runs, pays what is owed, and refills holds, as far as credit is available. It only
 * depends on what runs and what is held, so that it may be repeated at any time.
 */
export const settleHolds = async (tx: Tx, { at, credit, owed, rows }: Settlement): Promise<void> => {
  const running = Map.groupBy(await runningPrices(tx, [...credit.keys()]), ({ organizationId }) => organizationId)
  const bookings: Booking[] = []
  for (const [organizationId, own] of credit) {
    const prices = new Map((running.get(organizationId) ?? []).map((price) => [price.projectId, price.dailyMicros]))
    const changes = [...new Set([...prices.keys(), ...own.holds.keys()])].sort().map((projectId) => ({
      projectId,
      change: holdChange(heldIn(own.holds.get(projectId) ?? { lots: [] }), prices.get(projectId) ?? 0n),
    }))
    const context = { organizationId, own, at }
    for (const { projectId, change } of changes)
      if (change < 0n) bookings.push(...releaseOf(context, projectId, -change))
    bookings.push(...paymentOfDebt(context, owed.get(organizationId) ?? 0n))
    const { id: accountId } = rowIn(rows, creditOf(organizationId))
    for (const { projectId, change } of changes) {
      if (change <= 0n || own.lots.every(({ available }) => available === 0n)) continue
      const { id } = await holdOf(tx, own, { organizationId, projectId, accountId, at })
      bookings.push(...refillOf(context, projectId, id, change))
    }
  }
  if (bookings.length > 0) await writeBookings(tx, bookings, rows)
}

interface Context {
  organizationId: OrganizationId
  own: OrganizationCredit
  at: Date
}

/** Keys are new: what is held and owed, and not a key, keeps a settlement from happening twice. */
const bookingOf = (
  { organizationId, at }: Context,
  kind: 'creditHeld' | 'creditReleased' | 'debtPaid',
  entries: Entry[],
  projectId?: ProjectId,
): Booking[] => {
  const cause = projectId ? { kind: 'project', id: projectId } : { kind: 'organization', id: organizationId }
  return entries.length === 0 ? [] : [{ kind, key: `${kind}/${cause.id}/${randomUUID()}`, cause, at, entries }]
}

const releaseOf = (context: Context, projectId: ProjectId, amount: bigint): Booking[] => {
  const { organizationId, own } = context
  const hold = own.holds.get(projectId)
  if (!hold) return []
  const { shares } = takeFrom(inSpendingOrder(hold.lots).reverse(), amount)
  moveShares(hold.lots, own.lots, shares)
  const entries = movedInLots(creditOf(organizationId), hold.id, shares, -1n)
  return bookingOf(context, 'creditReleased', entries, projectId)
}

/** Only credit that may be spent on everything pays debts, which are of no project. */
const paymentOfDebt = (context: Context, owed: bigint): Booking[] => {
  const { organizationId, own, at } = context
  const { shares, missing } = allocate(own.lots, owed, { at, scopes: [] })
  if (shares.length === 0) return []
  subtractShares(own.lots, shares)
  const entries: Entry[] = shares.map(({ lotId, amount }) => ({
    account: creditOf(organizationId),
    lotId,
    amount: -amount,
  }))
  return bookingOf(context, 'debtPaid', [...entries, { account: receivableOf(organizationId), amount: owed - missing }])
}

const refillOf = (context: Context, projectId: ProjectId, holdId: string, amount: bigint): Booking[] => {
  const { organizationId, own, at } = context
  const { shares } = allocate(own.lots, amount, { at, scopes: scopesOf(projectId) })
  moveShares(own.lots, own.holds.get(projectId)?.lots ?? [], shares)
  return bookingOf(context, 'creditHeld', movedInLots(creditOf(organizationId), holdId, shares, 1n), projectId)
}
