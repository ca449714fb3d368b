/** Circles in a graph of names: each as the way around, beginning at its first name in the alphabet, each once. */
export function findCircles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles = new Map<string, string[]>()
  const walk = (way: string[]) => {
    const here = way.at(-1)
    for (const next of here === undefined ? [] : (graph.get(here) ?? [])) {
      const start = way[0]
      if (next === start) circles.set(way.join(' '), way)
      else if (start !== undefined && next > start && !way.includes(next)) walk([...way, next])
    }
  }
  for (const name of graph.keys()) walk([name])
  return [...circles.values()]
}
