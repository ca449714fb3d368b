/** Output is acknowledged in pieces of this size, and when all of it is on screen. */
const ACKNOWLEDGED_BYTES = 32 * 1024

interface PacedAcknowledgements {
  received(end: number): void
  shown(end: number): void
}

/** Calls back with the bytes that are on screen, but not for each small piece of them. */
export const pacedAcknowledgements = (acknowledge: (end: number) => void): PacedAcknowledgements => {
  let acknowledged = 0
  let latest = 0
  return {
    received: (end) => {
      latest = end
    },
    shown: (end) => {
      if (end - acknowledged < ACKNOWLEDGED_BYTES && end < latest) return
      acknowledged = end
      acknowledge(end)
    },
  }
}
