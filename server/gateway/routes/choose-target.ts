import type { Target } from './route.ts'

/**
 * Returns the target with the fewest requests and connections in flight; undefined if none is left. Targets that are
 * equally busy take turns.
 */
export function createTargetChoice(
  count: (targetId: string) => number,
): (targets: readonly Target[], failed: ReadonlySet<string>) => Target | undefined {
  let turn = 0
  return (targets, failed) => {
    if (targets.length === 1 && failed.size === 0) return targets[0]
    turn += 1
    let best: Target | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (let at = 0; at < targets.length; at += 1) {
      const target = targets[(at + turn) % targets.length]
      if (!target || failed.has(target.id)) continue
      const busy = count(target.id)
      if (busy >= fewest) continue
      fewest = busy
      best = target
    }
    return best
  }
}
