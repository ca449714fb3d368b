export interface FairTurns {
  /** Resolves with true once this group, such as an organisation, gets a slot, and false when the signal aborts. */
  take(group: string, signal: AbortSignal): Promise<boolean>
  /** Releases one slot of a group. */
  give(group: string): void
}

/**
 * Shares a few slots fairly among groups: each has its own queue, the queues are served round-robin, and none
 * holds more than `maxPerGroup` slots.
 */
export function createFairTurns(places: number, maxPerGroup: number): FairTurns {
  const held = new Map<string, number>()
  /** The queue that is served next comes first. */
  const queues = new Map<string, (() => void)[]>()
  let free = places

  const heldBy = (group: string) => held.get(group) ?? 0

  function serve(): void {
    for (const [group, queue] of queues) {
      if (free === 0) return
      if (heldBy(group) >= maxPerGroup) continue
      const go = queue.shift()
      queues.delete(group)
      if (queue.length > 0) queues.set(group, queue)
      if (!go) continue
      free -= 1
      held.set(group, heldBy(group) + 1)
      go()
    }
  }

  function leave(group: string, go: () => void): void {
    const rest = queues.get(group)?.filter((waiting) => waiting !== go) ?? []
    if (rest.length > 0) queues.set(group, rest)
    else queues.delete(group)
  }

  return {
    take: (group, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(false)
        const giveUp = () => {
          leave(group, go)
          resolve(false)
        }
        const go = () => {
          signal.removeEventListener('abort', giveUp)
          resolve(true)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        queues.set(group, [...(queues.get(group) ?? []), go])
        serve()
      }),

    give(group) {
      const left = heldBy(group) - 1
      if (left > 0) held.set(group, left)
      else held.delete(group)
      free += 1
      serve()
    },
  }
}
