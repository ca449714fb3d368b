import { posix } from 'node:path'

/** The limit for a folder; larger ones are split by subject. */
export const MAX_MODULES = 12

/** Folders over the limit with their sizes. Those of the contract hold one file a subject; the others may only shrink. */
const allowed: Readonly<Record<string, number>> = {
  'bench/support': 16,
  scripts: 22,
  'server/compute/instances': 16,
  'server/http': 42,
  'server/live': 19,
  'server/sandbox': 15,
  'server/session': 28,
  'server/session/factors': 18,
  'server/start-up': 24,
  'src/contract/calls': 26,
  'src/contract/wire': 22,
  'src/logs': 13,
  'src/rules': 28,
  'streams/live': 13,
}

/** Returns folders over the limit. The files of tests lie flat in the folder of their stage. */
export function folderViolations(paths: readonly string[], exceptions = allowed): { folder: string; what: string }[] {
  return [...sizesOf(paths)].flatMap(([folder, size]) => {
    const exception = exceptions[folder]
    if (exception === undefined)
      return size > MAX_MODULES
        ? [{ folder, what: `${size} modules; the limit is ${MAX_MODULES}: split it by subject` }]
        : []
    return size > exception ? [{ folder, what: `${size} modules; it had ${exception} and may only shrink` }] : []
  })
}

/** Returns entries of the list whose folder has fewer modules now. */
export function outdatedLimits(paths: readonly string[], exceptions = allowed): string[] {
  const sizes = sizesOf(paths)
  return Object.entries(exceptions).flatMap(([folder, limit]) => ((sizes.get(folder) ?? 0) < limit ? [folder] : []))
}

function sizesOf(paths: readonly string[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const path of paths) {
    const folder = posix.dirname(path)
    if (folder !== '.' && !folder.startsWith('tests')) sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return sizes
}
