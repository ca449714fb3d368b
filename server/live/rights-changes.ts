import * as v from 'valibot'
import { RIGHTS_CHANNEL } from '../http/policy.ts'
import type { Store } from '../store/connection.ts'

/** Whose rights have changed, or where; null stands for anybody's and anywhere. */
export interface RightsChange {
  userId: string | null
  organizationId: string | null
}

export interface RightsChanges {
  /** Calls `pending` at once, and `listener` with the same change when the policy can be asked about it. */
  on(listener: (change: RightsChange) => void, pending?: (change: RightsChange) => void): () => void
}

const payloadSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.nullable(v.string()), organizationId: v.nullable(v.string()) }),
)

/** Caches that are cleared by another notification of the same transaction are cleared by then. */
const SOON_MS = 20
/** Whatever a cache still believed by then, it no longer does. */
const RECHECK_MS = 1050

/** Tells open streams to ask the policy again: soon after each change, and once more when no cache can be in the way. */
export const watchRights = (store: Store): RightsChanges & { stop(): void } => {
  const listeners = new Set<(change: RightsChange) => void>()
  const pendingListeners = new Set<(change: RightsChange) => void>()
  const timers = new Set<NodeJS.Timeout>()

  const notifyAfter = (ms: number, change: RightsChange) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      for (const listener of listeners) listener(change)
    }, ms)
    timers.add(timer)
  }
  const stopListening = store.listen(RIGHTS_CHANNEL, (payload) => {
    const read = v.safeParse(payloadSchema, payload)
    const change = read.success ? read.output : { userId: null, organizationId: null }
    for (const pending of pendingListeners) pending(change)
    notifyAfter(SOON_MS, change)
    notifyAfter(RECHECK_MS, change)
  })

  return {
    on: (listener, pending) => {
      listeners.add(listener)
      if (pending) pendingListeners.add(pending)
      return () => {
        listeners.delete(listener)
        if (pending) pendingListeners.delete(pending)
      }
    },
    stop: () => {
      stopListening()
      for (const timer of timers) clearTimeout(timer)
      listeners.clear()
      pendingListeners.clear()
    },
  }
}
