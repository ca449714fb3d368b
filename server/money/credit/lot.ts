/** Why an organisation has credit. `opening` is what it had before credit consisted of lots. */
export type LotSource = 'purchase' | 'coupon' | 'promotion' | 'referral' | 'refund' | 'opening'

export interface Lot {
  id: string
  /** What it may be spent on, such as `project/{id}`; null for anything. */
  scope: string | null
  validFrom: Date
  /** Not valid at this time any more; null if it never expires. */
  expiresAt: Date | null
  /** What may be spent of it: without what holds reserve, or what one hold reserves. */
  available: bigint
}
