import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/** Waits for a condition and answers what it found; fails when it does not come about in time. */
export async function until<T>(probe: () => Promise<T | undefined | false>, withinMs = 10_000): Promise<T> {
  const untilMs = Date.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found) return found
    if (Date.now() > untilMs) throw new Error(`It did not come about within ${withinMs} ms: ${probe.toString()}`)
    await delay(POLL_MS)
  }
}
