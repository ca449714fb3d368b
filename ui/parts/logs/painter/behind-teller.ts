const TELL_EVERY_MS = 150

/** Says how many lines came since the reader left the end, and not so often that the words cannot be read. */
export const behindTeller = (onBehind: (lines: number | undefined) => void) => {
  let told: number | undefined
  let toldAtMs = 0
  return (nowMs: number, behind: number | undefined, askAgain: () => void): void => {
    if (behind === told) return
    if (behind !== undefined && told !== undefined && nowMs - toldAtMs < TELL_EVERY_MS) {
      askAgain()
      return
    }
    told = behind
    toldAtMs = nowMs
    onBehind(behind)
  }
}
