type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns every cycle of a graph once, as its path from the alphabetically first name. */
export function findCycles(graph: Graph): string[][] {
  const cyclic = withoutEnds(graph)
  const cycles = new Map<string, string[]>()
  const walk = (path: string[]) => {
    const here = path.at(-1)
    for (const next of here === undefined ? [] : (cyclic.get(here) ?? [])) {
      const start = path[0]
      if (next === start) cycles.set(path.join(' '), path)
      else if (start !== undefined && next > start && !path.includes(next)) walk([...path, next])
    }
  }
  for (const name of cyclic.keys()) walk([name])
  return [...cycles.values()]
}

/** Removes names that are in no cycle because they lead nowhere, which leaves little for the exponential search. */
function withoutEnds(graph: Graph): Graph {
  const left = new Map([...graph].map(([name, next]) => [name, new Set([...next].filter((to) => graph.has(to)))]))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    const ends = [...left].filter(([, next]) => next.size === 0).map(([name]) => name)
    for (const end of ends) left.delete(end)
    for (const next of left.values()) for (const end of ends) next.delete(end)
  }
  return left
}
