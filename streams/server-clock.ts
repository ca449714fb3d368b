/** The server's time, in milliseconds since 1970. Its data has this time, and a browser's clock may be wrong. */
export interface ServerClock {
  nowMs(): number
  /** Adjusts the clock to a response's `date`, which has whole seconds. */
  learn(response: Response): void
}

/** Smaller differences are ignored: the header has whole seconds, and the response took time to arrive. */
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
