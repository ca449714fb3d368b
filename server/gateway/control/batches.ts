export interface BatchLimits<T> {
  maxItems: number
  maxWeight: number
  weightOf: (item: T) => number
}

/** Splits items into batches that fit into one message each. Returns one empty batch for no items. */
export function batchesOf<T>(items: readonly T[], { maxItems, maxWeight, weightOf }: BatchLimits<T>): T[][] {
  const batches: T[][] = [[]]
  let weight = 0
  for (const item of items) {
    const current = batches.at(-1) ?? []
    const added = weightOf(item)
    if (current.length > 0 && (current.length >= maxItems || weight + added > maxWeight)) {
      batches.push([item])
      weight = added
    } else {
      current.push(item)
      weight += added
    }
  }
  return batches
}
