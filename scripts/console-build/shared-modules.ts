/** Modules that the same entries load, so that they can be one file. */
export interface SharedModules {
  ids: readonly string[]
  bytes: number
  /** The entries that load them. */
  entries: ReadonlySet<string>
  /** The modules that they import. */
  imports: ReadonlySet<string>
}

interface Module {
  bytes: number
  imports: readonly string[]
  lazyImports: readonly string[]
}

/** Groups the modules that several entries load: the root and what is imported lazily. */
export function sharedModules(
  root: string,
  moduleOf: (id: string) => Module | undefined,
  isLoaded: (id: string) => boolean,
): SharedModules[] {
  const groups = new Map<string, { ids: string[]; bytes: number; entries: Set<string>; imports: Set<string> }>()
  for (const [id, entries] of entriesOfModules(root, moduleOf)) {
    const found = moduleOf(id)
    if (!found || entries.size < 2 || isLoaded(id)) continue
    const key = [...entries].sort().join()
    const group = groups.get(key) ?? { ids: [], bytes: 0, entries, imports: new Set() }
    group.ids.push(id)
    group.bytes += found.bytes
    for (const to of found.imports) group.imports.add(to)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function entriesOfModules(root: string, moduleOf: (id: string) => Module | undefined) {
  const entries = new Set([root])
  const entriesOf = new Map<string, Set<string>>()
  for (const entry of entries) {
    const open = [entry]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const found = moduleOf(id)
      const known = entriesOf.get(id) ?? new Set()
      if (!found || known.has(entry)) continue
      entriesOf.set(id, known.add(entry))
      for (const lazy of found.lazyImports) entries.add(lazy)
      open.push(...found.imports)
    }
  }
  return entriesOf
}
