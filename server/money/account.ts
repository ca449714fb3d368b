import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'

/** The kind of an account and its owner. Accounts without an owner belong to the installation. */
export type Account =
  | { kind: 'credit'; organizationId: OrganizationId }
  | { kind: UserAccountKind; userId: UserId }
  | { kind: OwnKind }

/**
 * Accounts of a user: referral earnings, which can be withdrawn; granted credit, which can only be spent; and requested
 * payouts.
 */
type UserAccountKind = 'referralCredit' | 'platformCredit' | 'pendingPayout'

/** The installation's contra accounts: credit given away, by reason. */
type OwnKind = 'referralProgramme' | 'grants'

const belowZero: Record<Account['kind'], boolean> = {
  credit: false,
  referralCredit: false,
  platformCredit: false,
  pendingPayout: false,
  referralProgramme: true,
  grants: true,
}

export const mayBeNegative = ({ kind }: Account): boolean => belowZero[kind]

export const ownerOf = (account: Account): { userId: UserId | null; organizationId: OrganizationId | null } => ({
  userId: 'userId' in account ? account.userId : null,
  organizationId: 'organizationId' in account ? account.organizationId : null,
})

/** Identifies an account. Also the sort key by which all bookings process their accounts. */
export const accountKey = (account: Account): string => {
  const { userId, organizationId } = ownerOf(account)
  return `${account.kind}/${userId ?? ''}/${organizationId ?? ''}`
}
