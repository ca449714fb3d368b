const REPORT_INTERVAL_MS = 150

/** Reports how many lines arrived since the user left the end, throttled so that it can be read. */
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
