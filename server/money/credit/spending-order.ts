import type { Lot } from './lot.ts'

/** What credit is spent on, and when it was used. */
export interface Use {
  at: Date
  /** All scopes that the use is within. */
  scopes: readonly string[]
}

export interface LotShare {
  lotId: string
  amount: bigint
}

export interface Allocation {
  shares: LotShare[]
  /** What no lot covers. */
  missing: bigint
}

const isValidAt = ({ validFrom, expiresAt }: Lot, at: Date): boolean =>
  validFrom <= at && (expiresAt === null || at < expiresAt)

/**
 * Orders lots as they are spent: the one that expires first, then those bound to a scope, then general ones. Among equals the
 * oldest is first.
 */
export const inSpendingOrder = <T extends Lot>(lots: readonly T[]): T[] => {
  const expiry = ({ expiresAt }: Lot) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  const order = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)
  return [...lots].sort(
    (one, other) =>
      order(expiry(one), expiry(other)) ||
      order(one.scope === null ? 1 : 0, other.scope === null ? 1 : 0) ||
      order(one.validFrom.getTime(), other.validFrom.getTime()) ||
      (one.id < other.id ? -1 : 1),
  )
}

/** Divides an amount among the lots that were valid at the time of use and within its scopes, in their spending order. */
export const allocate = (lots: readonly Lot[], amount: bigint, { at, scopes }: Use): Allocation => {
  const usable = lots.filter((lot) => isValidAt(lot, at) && (lot.scope === null || scopes.includes(lot.scope)))
  return takeFrom(inSpendingOrder(usable), amount)
}

/** Takes an amount from lots in their order. */
export const takeFrom = (lots: readonly Lot[], amount: bigint): Allocation => {
  const shares: LotShare[] = []
  let missing = amount
  for (const { id, available } of lots) {
    if (missing <= 0n) break
    if (available <= 0n) continue
    const isEnough = available >= missing
    const share = isEnough ? missing : available
    shares.push({ lotId: id, amount: share })
    missing -= share
  }
  return { shares, missing }
}
