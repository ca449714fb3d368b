export interface SharedTexts {
  readonly size: number
  /** Returns the one copy of a text, which is kept until as many holders have released it as have taken it. */
  take(text: string): string
  release(text: string): void
}

/** Keeps one copy of each text that many have, as long as anyone has it. */
export function createSharedTexts(): SharedTexts {
  const kept = new Map<string, { text: string; holders: number }>()
  return {
    get size() {
      return kept.size
    },

    take(text) {
      const known = kept.get(text)
      if (known) known.holders += 1
      else kept.set(text, { text, holders: 1 })
      return known?.text ?? text
    },

    release(text) {
      const known = kept.get(text)
      if (!known) return
      known.holders -= 1
      if (known.holders === 0) kept.delete(text)
    },
  }
}
