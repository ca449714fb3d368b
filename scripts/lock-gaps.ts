export interface LockFile {
  packages: Record<string, LockEntry>
}

interface LockEntry {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

/** Returns the optional dependencies that a lock file lacks, with their keys and versions. */
export function lockGaps({ packages }: LockFile) {
  const gaps = new Map<string, { key: string; version: string; dev: boolean }>()
  for (const [from, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const exact = /^\d/.test(version)
      const found = resolve(packages, from, name)
      if (found && (!exact || found.version === version)) continue
      const key = `${from.slice(0, from.lastIndexOf('node_modules/'))}node_modules/${name}`
      gaps.set(key, { key, version, dev: entry.dev === true })
    }
  }
  return [...gaps.values()]
}

/** Resolves like Node: the nearest `node_modules` upwards. */
function resolve(packages: LockFile['packages'], from: string, name: string) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`]
    if (found || folder === '') return found
  }
}
