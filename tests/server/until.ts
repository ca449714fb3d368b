import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/** Waits for a condition and returns its value; rejects when the time limit is exceeded. */
export async function until<T>(probe: () => Promise<T | undefined | false>, withinMs = 10_000): Promise<T> {
  const untilMs = Date.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found) return found
    if (Date.now() > untilMs) throw new Error(`The condition was not met within ${withinMs} ms: ${probe.toString()}`)
    await delay(POLL_MS)
  }
}
