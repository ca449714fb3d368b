import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'

/** What an account holds, and whose it is; the accounts of nobody are the installation's own. */
export type Account =
  | { kind: 'credit'; organizationId: OrganizationId }
  | { kind: UserAccountKind; userId: UserId }
  | { kind: OwnKind }

/**
 * Of a person: what they earned by referrals and may have paid out, what they were given and may only spend, and what
 * they asked to have paid out.
 */
type UserAccountKind = 'referralCredit' | 'platformCredit' | 'pendingPayout'

/** The other side of the books: what was given away, and for which reason. */
type OwnKind = 'referralProgramme' | 'grants'

const belowZero: Record<Account['kind'], boolean> = {
  credit: false,
  referralCredit: false,
  platformCredit: false,
  pendingPayout: false,
  referralProgramme: true,
  grants: true,
}

export const mayStandBelowZero = ({ kind }: Account): boolean => belowZero[kind]

export const ownerOf = (account: Account): { userId: UserId | null; organizationId: OrganizationId | null } => ({
  userId: 'userId' in account ? account.userId : null,
  organizationId: 'organizationId' in account ? account.organizationId : null,
})

/** The same for the same account, and in one order for everybody. */
export const accountKey = (account: Account): string => {
  const { userId, organizationId } = ownerOf(account)
  return `${account.kind}/${userId ?? ''}/${organizationId ?? ''}`
}
