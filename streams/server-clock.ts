/** The server's time of day, in milliseconds since 1970: what it writes is dated by it, and a browser's clock may be wrong. */
export interface ServerClock {
  nowMs(): number
  /** Learns from an answer's `date`, which is cut to the second. */
  learn(response: Response): void
}

/** Less than this says nothing: the header has whole seconds, and the answer was on its way. */
const TOLERANCE_MS = 2000

export const createServerClock = (browserNowMs: () => number): ServerClock => {
  let aheadMs = 0
  return {
    nowMs: () => browserNowMs() + aheadMs,
    learn: (response) => {
      const serverMs = Date.parse(response.headers.get('date') ?? '')
      if (Number.isNaN(serverMs)) return
      const differsMs = serverMs - browserNowMs()
      if (Math.abs(differsMs) < TOLERANCE_MS) aheadMs = 0
      else if (Math.abs(differsMs - aheadMs) >= TOLERANCE_MS) aheadMs = differsMs
    },
  }
}
