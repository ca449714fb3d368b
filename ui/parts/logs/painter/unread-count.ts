const REPORT_INTERVAL_MS = 150

/** Says how many lines came since the reader left the end, and not so often that the words cannot be read. */
export const createUnreadCount = (onUnreadCountChange: (lines: number | undefined) => void) => {
  let reported: number | undefined
  let reportedAtMs = 0
  return (nowMs: number, unreadCount: number | undefined, schedule: () => void): void => {
    if (unreadCount === reported) return
    if (unreadCount !== undefined && reported !== undefined && nowMs - reportedAtMs < REPORT_INTERVAL_MS) {
      schedule()
      return
    }
    reported = unreadCount
    reportedAtMs = nowMs
    onUnreadCountChange(unreadCount)
  }
}
