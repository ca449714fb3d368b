/** Resources that a wallet balance covers. */
export interface Bracket {
  /** Dollars; the balance is more than `above` and at most `upTo`. The first bracket begins at exactly its amount. */
  above: number
  upTo: number
  cpu: number
  ramGb: number
  storageGb: number
}

/** Smallest first. */
export const brackets: readonly Bracket[] = [
  { above: 15, upTo: 15, cpu: 8, ramGb: 32, storageGb: 512 },
  { above: 15, upTo: 45, cpu: 24, ramGb: 96, storageGb: 1536 },
  { above: 45, upTo: 100, cpu: 56, ramGb: 224, storageGb: 3584 },
  { above: 100, upTo: 500, cpu: 128, ramGb: 512, storageGb: 5760 },
]

const MICROS = 1_000_000

/** Returns the bracket of a balance, the last one above its end too; null below the first. */
export const bracketOf = (balanceMicros: number): Bracket | null => {
  const first = brackets[0]
  if (!first || balanceMicros < first.above * MICROS) return null
  return brackets.find(({ upTo }) => balanceMicros <= upTo * MICROS) ?? brackets.at(-1) ?? null
}
