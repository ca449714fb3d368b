import { randomUUID } from 'node:crypto'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import { holdTarget } from '../../../src/rules/funds/hold-change.ts'
import { insufficientFundsMessage } from '../../../src/rules/funds/insufficient-funds-message.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Tx } from '../../store/connection.ts'
import { creditOf, receivableOf } from '../account.ts'
import { lockAccounts, rowIn } from '../account-rows.ts'
import type { Cause } from '../booking.ts'
import { movedInLots } from '../credit/hold-credit.ts'
import { type Allocation, allocate } from '../credit/spending-order.ts'
import type { Billing } from '../metering/billing-settings.ts'
import { bookUsage } from '../metering/book-usage.ts'
import { writeBookings } from '../write-bookings.ts'
import { holdOf, type OrganizationCredit, readProjectCredit, scopesOf } from './project-holds.ts'

export interface FundsNeed {
  projectId: ProjectId
  /** How much more a day costs. */
  dailyMicros: number
  cause: Cause
}

/**
 * Holds the top-up threshold of what is added to a project. Rejects with `insufficientFunds`. Locks the credit of the organisation
 * until the transaction ends.
 */
export type HoldFunds = (tx: Tx, organizationId: OrganizationId, need: FundsNeed) => Promise<void>

/** Returns undefined if nothing is charged. */
export const createHoldFunds = (billing: Billing, now: () => Date = () => new Date()): HoldFunds | undefined =>
  billing === 'off' ? undefined : (tx, organizationId, need) => holdFunds(tx, organizationId, need, now())

const holdFunds = async (tx: Tx, organizationId: OrganizationId, need: FundsNeed, at: Date): Promise<void> => {
  const { projectId, dailyMicros, cause } = need
  const amount = holdTarget(BigInt(dailyMicros))
  if (amount <= 0n) return
  let found = await readFunds(tx, organizationId, projectId, amount, at)
  if (found.owed > 0n || found.missing > 0n) {
    // Holds of what has ended since the last metering may suffice.
    await bookUsage(tx, [organizationId], at)
    found = await readFunds(tx, organizationId, projectId, amount, at)
  }
  const { rows, credit, owed, shares, missing } = found
  if (owed > 0n || missing > 0n)
    throw new ApiError('insufficientFunds', { message: insufficientFundsMessage({ amount, missing, owed }) })
  const account = creditOf(organizationId)
  const hold = await holdOf(tx, credit, { organizationId, projectId, accountId: rowIn(rows, account).id, at })
  const entries = movedInLots(account, hold.id, shares, 1n)
  await writeBookings(tx, [{ kind: 'creditHeld', key: `creditHeld/${randomUUID()}`, cause, at, entries }], rows)
}

interface Funds extends Allocation {
  rows: Awaited<ReturnType<typeof lockAccounts>>
  credit: OrganizationCredit
  owed: bigint
}

const readFunds = async (
  tx: Tx,
  organizationId: OrganizationId,
  projectId: ProjectId,
  amount: bigint,
  at: Date,
): Promise<Funds> => {
  const receivable = receivableOf(organizationId)
  const account = creditOf(organizationId)
  const rows = await lockAccounts(tx, [account, receivable], at)
  const credit = await readProjectCredit(tx, rowIn(rows, account).id, projectId)
  const owed = -(rowIn(rows, receivable).posted ?? 0n)
  return { rows, credit, owed, ...allocate(credit.lots, amount, { at, scopes: scopesOf(projectId) }) }
}
