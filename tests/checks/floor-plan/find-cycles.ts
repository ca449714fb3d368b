/** Returns every cycle of a graph once, as its path from the alphabetically first name. */
export function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles = new Map<string, string[]>()
  const walk = (path: string[]) => {
    const here = path.at(-1)
    for (const next of here === undefined ? [] : (graph.get(here) ?? [])) {
      const start = path[0]
      if (next === start) circles.set(path.join(' '), path)
      else if (start !== undefined && next > start && !path.includes(next)) walk([...path, next])
    }
  }
  for (const name of graph.keys()) walk([name])
  return [...circles.values()]
}
