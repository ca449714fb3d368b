import { repeatEvery } from '../jobs/repeat-every.ts'
import type { Log } from '../log.ts'

/** Work of one kind that begins at times that its rows name. */
export interface DueWork<Id extends string> {
  /** For the log: what is started. */
  what: string
  /** Returns some of the rows that are due, those first that have waited the longest. */
  find(limit: number): Promise<{ id: Id }[]>
  /** Starts the work of a row that is still due, once on all nodes. */
  start(id: Id): Promise<void>
}

export interface DueTimer {
  start(): void
  stop(): Promise<void>
}

const EVERY_MS = 1000
const AT_ONCE = 100

/** Starts what is due, every second. All nodes do so. */
export function createDueTimer<Id extends string>(log: Log, kinds: readonly DueWork<Id>[]): DueTimer {
  let stop = async () => {}

  async function startDue({ what, find, start }: DueWork<Id>, stopping: AbortSignal): Promise<void> {
    for (const { id } of await find(AT_ONCE)) {
      if (stopping.aborted) return
      // One row must not keep the others waiting.
      await start(id).catch((error: unknown) => log.warn({ err: error, id }, `${what} was not started`))
    }
  }

  /** A kind that fails must not keep the others waiting. */
  const startAll = async (stopping: AbortSignal) => {
    for (const kind of kinds)
      await startDue(kind, stopping).catch((error: unknown) =>
        log.warn({ err: error }, `looking for ${kind.what} that is due failed; trying again`),
      )
  }

  return {
    start() {
      stop = repeatEvery(EVERY_MS, startAll)
    },
    stop: () => stop(),
  }
}
