import { type EventEmitter, once } from 'node:events'

/** Resolves with the first of several events, or an error, and listens no longer. */
export async function onceAny(emitter: EventEmitter, names: readonly string[]): Promise<void> {
  const listening = new AbortController()
  const any = names.map((name) => once(emitter, name, { signal: listening.signal }))
  await Promise.race(any).finally(() => listening.abort())
}
