interface Muting {
  isMuted: boolean
  /** Null for no end. */
  mutedUntil: Date | null
}

export const isMutedAt = ({ isMuted, mutedUntil }: Muting, at: Date): boolean =>
  isMuted && (mutedUntil === null || mutedUntil > at)
