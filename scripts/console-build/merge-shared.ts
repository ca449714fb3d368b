import type { SharedModules } from './shared-modules.ts'

interface Pair {
  both: readonly [SharedModules, SharedModules]
  gain: number
}

/**
 * Merges groups of modules, the best pair first, while the requests that this saves outweigh the bytes that entries
 * load in vain. A request counts as `requestBytes`. No two groups import each other, which would run modules before
 * their imports.
 */
export function mergeShared(groups: readonly SharedModules[], requestBytes: number): SharedModules[] {
  let merged = [...groups]
  let pairs = groups.flatMap((group, position) => pairsOf(group, groups.slice(position + 1), requestBytes))
  while (pairs.length > 0) {
    const best = pairs.reduce((best, pair) => (pair.gain > best.gain ? pair : best))
    pairs.splice(pairs.indexOf(best), 1)
    if (isCircular(best.both, merged)) continue
    const isOther = (group: SharedModules) => !best.both.includes(group)
    const union = join(best.both)
    merged = merged.filter(isOther)
    pairs = [...pairs.filter(({ both }) => both.every(isOther)), ...pairsOf(union, merged, requestBytes)]
    merged.push(union)
  }
  return merged
}

function pairsOf(group: SharedModules, others: readonly SharedModules[], requestBytes: number): Pair[] {
  return others.flatMap((other) => {
    const common = [...group.entries].filter((entry) => other.entries.has(entry)).length
    const inVain = (other.entries.size - common) * group.bytes + (group.entries.size - common) * other.bytes
    const gain = common * requestBytes - inVain
    return gain > 0 ? { both: [group, other] as const, gain } : []
  })
}

function join([one, other]: Pair['both']): SharedModules {
  return {
    ids: [...one.ids, ...other.ids],
    bytes: one.bytes + other.bytes,
    entries: new Set([...one.entries, ...other.entries]),
    imports: new Set([...one.imports, ...other.imports]),
  }
}

/** Whether one of two groups imports the other through a third. */
function isCircular([one, other]: Pair['both'], groups: readonly SharedModules[]) {
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)))
  const importsOf = ({ imports }: SharedModules) => new Set([...imports].flatMap((id) => groupOf.get(id) ?? []))
  const reaches = (from: SharedModules, to: SharedModules) => {
    const seen = new Set([from])
    const open = [...importsOf(from)].filter((group) => group !== to)
    for (let group = open.pop(); group; group = open.pop()) {
      if (group === to) return true
      if (seen.has(group)) continue
      seen.add(group)
      open.push(...importsOf(group))
    }
    return false
  }
  return reaches(one, other) || reaches(other, one)
}
