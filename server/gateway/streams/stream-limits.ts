/** Bounds of what the forwarder holds for visitors. */
export interface StreamLimits {
  /** TCP connections and UDP sessions of one listener, and of one visitor's address on it. */
  perListener: number
  perVisitor: number
  /** Of all listeners. When it is reached, listeners with less than an equal share go on. */
  total: number
  /** For a target to accept a connection. */
  connectMs: number
  /** For a connection on which nothing was sent yet. */
  silentMs: number
  idleMs: number
  /** For a connection that one side has closed. */
  halfOpenMs: number
  /** For a UDP session on which the visitor has not reacted to a response. */
  unconfirmedMs: number
  sessionIdleMs: number
  /** For a UDP session whose target left the routes. */
  leavingIdleMs: number
}

export const streamLimits: StreamLimits = {
  perListener: 2000,
  perVisitor: 500,
  total: 8000,
  connectMs: 5000,
  silentMs: 120_000,
  idleMs: 3_600_000,
  halfOpenMs: 600_000,
  unconfirmedMs: 30_000,
  sessionIdleMs: 120_000,
  leavingIdleMs: 2000,
}

/** Whether one more was counted, or which limit forbids it. */
export type Counted = 'counted' | 'visitorFull' | 'full'

export interface StreamCount {
  add(listener: string, visitor: string): Counted
  remove(listener: string, visitor: string): void
}

interface Held {
  total: number
  byVisitor: Map<string, number>
}

/** Counts what is held, so that one listener or visitor cannot take the room of all others. */
export function createStreamCount(limits: Pick<StreamLimits, 'perListener' | 'perVisitor' | 'total'>): StreamCount {
  const byListener = new Map<string, Held>()
  let total = 0

  return {
    add(listener, visitor) {
      const held = byListener.get(listener) ?? { total: 0, byVisitor: new Map<string, number>() }
      const ofVisitor = held.byVisitor.get(visitor) ?? 0
      if (ofVisitor >= limits.perVisitor) return 'visitorFull'
      if (held.total >= limits.perListener) return 'full'
      const share = limits.total / Math.max(1, byListener.size)
      if (total >= limits.total && held.total >= share) return 'full'
      // Shares alone could add up to more than the system has.
      if (total >= limits.total * 2) return 'full'
      held.total += 1
      held.byVisitor.set(visitor, ofVisitor + 1)
      byListener.set(listener, held)
      total += 1
      return 'counted'
    },

    remove(listener, visitor) {
      const held = byListener.get(listener)
      const ofVisitor = held?.byVisitor.get(visitor)
      if (!held || ofVisitor === undefined) return
      total -= 1
      held.total -= 1
      if (ofVisitor > 1) held.byVisitor.set(visitor, ofVisitor - 1)
      else held.byVisitor.delete(visitor)
      if (held.total === 0) byListener.delete(listener)
    },
  }
}
