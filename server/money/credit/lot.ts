export interface Lot {
  id: string
  /** The scope that it may be spent in, such as `project/{id}`; null for all. */
  scope: string | null
  validFrom: Date
  /** Not valid at this time any more; null if it never expires. */
  expiresAt: Date | null
  /** What may be spent of it: without what holds reserve, or what one hold reserves. */
  available: bigint
}
