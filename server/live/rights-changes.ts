import * as v from 'valibot'
import type { Caller } from '../http/handler.ts'
import { RIGHTS_CHANNEL } from '../http/policy.ts'
import type { Store } from '../store/connection.ts'

/** The user or organisation whose rights have changed; null means all. */
export interface RightsChange {
  userId: string | null
  organizationId: string | null
}

export interface RightsChanges {
  /** Calls `pending` at once, and `listener` with the same change once the policy can be checked. */
  on(listener: (change: RightsChange) => void, pending?: (change: RightsChange) => void): () => void
}

/** Whether a change concerns a caller's session or token, or their rights in the organisation `readId`. */
export const concernsCaller = (
  { userId, organizationId }: RightsChange,
  caller: Caller,
  readId: string | null = null,
): boolean =>
  organizationId === null
    ? userId === null || (caller.kind === 'user' && caller.userId === userId)
    : organizationId === readId

const payloadSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.nullable(v.string()), organizationId: v.nullable(v.string()) }),
)

/** By then, other notifications of the same transaction have cleared their caches. */
const SOON_MS = 20
/** By then, all cached rights have expired. */
const RECHECK_MS = 1050

/** Makes open streams check the policy again: soon after each change, and once more after all caches have expired. */
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
