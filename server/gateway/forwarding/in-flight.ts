/** A request or an upgraded connection that a target serves. */
export interface Transfer {
  /** Ends it because the grace period is over. */
  cut(): void
}

export interface InFlight {
  /** The number of transfers of a target. */
  count(targetId: string): number
  add(targetId: string, transfer: Transfer): void
  remove(targetId: string, transfer: Transfer): void
  /** Resolves when the target serves nothing; cuts what is left after the grace period. */
  drain(targetId: string, graceMs: number): Promise<void>
  /** Drains all targets. */
  drainAll(graceMs: number): Promise<void>
}

export function createInFlight(): InFlight {
  const byTarget = new Map<string, Set<Transfer>>()
  const waiting = new Map<string, (() => void)[]>()

  async function drain(targetId: string, graceMs: number): Promise<void> {
    if (!byTarget.has(targetId)) return
    const cutAll = () => {
      for (const transfer of byTarget.get(targetId) ?? []) transfer.cut()
    }
    const limit = setTimeout(cutAll, graceMs)
    await new Promise<void>((resolve) => {
      waiting.set(targetId, [...(waiting.get(targetId) ?? []), resolve])
    })
    clearTimeout(limit)
  }

  return {
    count: (targetId) => byTarget.get(targetId)?.size ?? 0,

    add(targetId, transfer) {
      const transfers = byTarget.get(targetId)
      if (transfers) transfers.add(transfer)
      else byTarget.set(targetId, new Set([transfer]))
    },

    remove(targetId, transfer) {
      const transfers = byTarget.get(targetId)
      transfers?.delete(transfer)
      if (transfers?.size !== 0) return
      byTarget.delete(targetId)
      for (const resolve of waiting.get(targetId) ?? []) resolve()
      waiting.delete(targetId)
    },

    drain,

    async drainAll(graceMs) {
      await Promise.all([...byTarget.keys()].map((targetId) => drain(targetId, graceMs)))
    },
  }
}
