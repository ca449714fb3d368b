export interface FairTurns {
  /** Resolves with true once this organisation gets a slot, and with false when the signal aborts. */
  take(organization: string, signal: AbortSignal): Promise<boolean>
  /** Releases one slot of an organisation. */
  give(organization: string): void
}

/**
 * Shares a few slots fairly among organisations: each has its own queue, the queues are served round-robin, and none
 * holds more than `maxPerOrganization` slots.
 */
export function createFairTurns(places: number, maxPerOrganization: number): FairTurns {
  const held = new Map<string, number>()
  /** The queue that is served next comes first. */
  const queues = new Map<string, (() => void)[]>()
  let free = places

  const heldBy = (organization: string) => held.get(organization) ?? 0

  function serve(): void {
    for (const [organization, queue] of queues) {
      if (free === 0) return
      if (heldBy(organization) >= maxPerOrganization) continue
      const go = queue.shift()
      queues.delete(organization)
      if (queue.length > 0) queues.set(organization, queue)
      if (!go) continue
      free -= 1
      held.set(organization, heldBy(organization) + 1)
      go()
    }
  }

  function leave(organization: string, go: () => void): void {
    const rest = queues.get(organization)?.filter((waiting) => waiting !== go) ?? []
    if (rest.length > 0) queues.set(organization, rest)
    else queues.delete(organization)
  }

  return {
    take: (organization, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(false)
        const giveUp = () => {
          leave(organization, go)
          resolve(false)
        }
        const go = () => {
          signal.removeEventListener('abort', giveUp)
          resolve(true)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        queues.set(organization, [...(queues.get(organization) ?? []), go])
        serve()
      }),

    give(organization) {
      const left = heldBy(organization) - 1
      if (left > 0) held.set(organization, left)
      else held.delete(organization)
      free += 1
      serve()
    },
  }
}
