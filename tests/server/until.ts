import { setTimeout as delay } from 'node:timers/promises'

const FIRST_POLL_MS = 10
const MAX_POLL_MS = 200

/**
 * Waits for a condition and returns its value; rejects when the time limit is exceeded. Checks less often the longer it
 * takes, because a check can cost more than what it waits for.
 */
export async function until<T>(probe: () => Promise<T | undefined | false>, withinMs = 10_000): Promise<T> {
  const untilMs = Date.now() + withinMs
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_POLL_MS)) {
    const found = await probe()
    if (found) return found
    if (Date.now() > untilMs) throw new Error(`The condition was not met within ${withinMs} ms: ${probe.toString()}`)
    await delay(pauseMs)
  }
}
