import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'

/** `USD` in micro-dollars, or a token in its smallest units. */
export type Currency = string

const DEFAULT_CURRENCY: Currency = 'USD'

/** An account by its owner; without one it belongs to the installation. In micro-dollars if no currency is given. */
export type Account = (
  | { kind: OrganizationAccountKind; organizationId: OrganizationId }
  | { kind: UserAccountKind; userId: UserId }
  | { kind: SingleKind }
  | { kind: 'revenue'; part: RevenueKind }
  /** The part is the processor, the wallet or the tax authority. */
  | { kind: 'processor' | 'treasury' | 'taxPayable'; part: string }
) & { currency?: Currency }

/** Credit, which consists of lots, and what the organisation owes, which is never above zero. */
type OrganizationAccountKind = 'credit' | 'receivable'

/**
 * Accounts of a user: referral earnings that a refund can still take back; those that can be withdrawn or converted; granted
 * credit, which can only be spent; and requested payouts.
 */
type UserAccountKind = 'pendingReferralCredit' | 'referralCredit' | 'platformCredit' | 'pendingPayout'

type SingleKind =
  | 'badDebt'
  | 'disputed'
  | 'exchange'
  | 'fees'
  | 'grants'
  | 'inTransit'
  | 'promotions'
  | 'referralProgramme'
  | 'unallocated'

export type RevenueKind = 'compute' | 'subscription' | 'addOn' | 'member' | 'expiredCredit'

export interface AccountColumns {
  kind: Account['kind']
  userId: UserId | null
  organizationId: OrganizationId | null
  part: string | null
  currency: Currency
}

export const columnsOf = (account: Account): AccountColumns => ({
  kind: account.kind,
  userId: 'userId' in account ? account.userId : null,
  organizationId: 'organizationId' in account ? account.organizationId : null,
  part: 'part' in account ? account.part : null,
  currency: account.currency ?? DEFAULT_CURRENCY,
})

export const creditOf = (organizationId: OrganizationId, currency = DEFAULT_CURRENCY): Account => ({
  kind: 'credit',
  organizationId,
  currency,
})

export const receivableOf = (organizationId: OrganizationId, currency = DEFAULT_CURRENCY): Account => ({
  kind: 'receivable',
  organizationId,
  currency,
})

/** True for accounts of users and organisations, whose rows carry their balance. */
export const hasOwner = (account: Account): boolean => 'userId' in account || 'organizationId' in account

export const mayBeNegative = (account: Account): boolean => !hasOwner(account) || account.kind === 'receivable'

/** Identifies an account, in the database too, and orders accounts. */
export const accountKey = (account: Account): string => {
  const { kind, userId, organizationId, part, currency } = columnsOf(account)
  return `${kind}/${userId ?? ''}/${organizationId ?? ''}/${part ?? ''}/${currency}`
}
