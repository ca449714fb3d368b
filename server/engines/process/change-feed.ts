import { EventEmitter, on } from 'node:events'
import type { EngineEvent, Workload } from '../engine.ts'

/** Says what happens to workloads to everyone who listens. */
export class ChangeFeed {
  readonly #changes = new EventEmitter<{ change: [EngineEvent] }>().setMaxListeners(0)

  publish(kind: EngineEvent['kind'], { id, labels }: Workload): void {
    this.#changes.emit('change', { id, labels, kind, atMs: Date.now() })
  }

  /** From the moment of the call, not only from the first look at it. */
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
