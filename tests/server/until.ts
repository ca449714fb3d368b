import { setTimeout as delay } from 'node:timers/promises'

const LOOK_AGAIN_MS = 20

/** Waits for a condition and answers what it found; fails when it does not come about in time. */
export async function until<T>(look: () => Promise<T | undefined | false>, withinMs = 10_000): Promise<T> {
  const untilMs = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > untilMs) throw new Error(`It did not come about within ${withinMs} ms: ${look.toString()}`)
    await delay(LOOK_AGAIN_MS)
  }
}
