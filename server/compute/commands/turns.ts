/** Limits how much of one owner runs at once. */
export interface Turns {
  /** Undefined when the limit of this owner is reached. */
  take(owner: string): { end(): void } | undefined
}

export function createTurns(maxPerOwner: number): Turns {
  const held = new Map<string, number>()
  return {
    take(owner) {
      const before = held.get(owner) ?? 0
      if (before >= maxPerOwner) return undefined
      held.set(owner, before + 1)
      return {
        end() {
          const left = (held.get(owner) ?? 1) - 1
          if (left === 0) held.delete(owner)
          else held.set(owner, left)
        },
      }
    },
  }
}
