type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns the shortest cycle through each name, each cycle once, as its path from the alphabetically first name. There
 * can be too many cycles to list all of them.
 */
export function findCycles(graph: Graph): string[][] {
  const within = withoutEnds(graph)
  const cycles = [...within.keys()].flatMap((name) => {
    const cycle = cycleThrough(within, name)
    return cycle ? [fromFirst(cycle)] : []
  })
  const distinct = new Map(cycles.map((cycle) => [cycle.join(' '), cycle]))
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cycle]) => cycle)
}

/** Removes names that lead nowhere, until each one left leads to a cycle: usually none is left to search from. */
function withoutEnds(graph: Graph): Graph {
  const leading = new Map([...graph].filter(([, targets]) => [...targets].some((target) => graph.has(target))))
  return leading.size === graph.size ? graph : withoutEnds(leading)
}

function cycleThrough(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const here of queue) {
    for (const next of graph.get(here) ?? []) {
      if (next === start) return pathTo(here, start, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, here)
      queue.push(next)
    }
  }
  return undefined
}

function pathTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end]
  for (let at = end; at !== start; path.unshift(at)) at = cameFrom.get(at) ?? start
  return path
}

function fromFirst(cycle: string[]): string[] {
  const first = cycle.indexOf([...cycle].sort()[0] ?? '')
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}
