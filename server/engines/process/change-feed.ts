import { EventEmitter, on } from 'node:events'
import type { EngineEvent, Workload } from '../engine.ts'

/** Publishes changes of workloads to all listeners. */
export class ChangeFeed {
  readonly #changes = new EventEmitter<{ change: [EngineEvent] }>().setMaxListeners(0)

  publish(kind: EngineEvent['kind'], { id, labels }: Workload): void {
    this.#changes.emit('change', { id, labels, kind, atMs: Date.now() })
  }

  /** Listens from the time of the call, not only from the first iteration. */
  listen(signal: AbortSignal): AsyncIterable<EngineEvent> {
    return quiet(on(this.#changes, 'change', { signal }), signal)
  }
}

async function* quiet(events: ReturnType<typeof on>, signal: AbortSignal): AsyncGenerator<EngineEvent> {
  try {
    for await (const [event] of events) yield event
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
