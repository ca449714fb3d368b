import { posix } from 'node:path'

/** The limit for a folder; larger ones are split by subject. */
export const MOST_MODULES = 12

/** Folders over the limit with their sizes, which may only shrink. */
const allowed: Readonly<Record<string, number>> = {
  'bench/support': 17,
  effects: 31,
  scripts: 22,
  'server/compute/catalogue': 17,
  'server/compute/instances': 16,
  'server/compute/reconcile': 28,
  'server/engines': 13,
  'server/engines/docker': 13,
  'server/gateway': 15,
  'server/http': 46,
  'server/live': 19,
  'server/sandbox': 15,
  'server/session': 28,
  'server/session/factors': 18,
  'server/start-up': 26,
  'server/store': 16,
  'src/contract/calls': 23,
  'src/contract/wire': 19,
  'src/logs': 13,
  'src/rules': 28,
  'streams/live': 13,
  'tests/e2e': 54,
  'tests/e2e/fixtures': 25,
  'tests/effects': 34,
  'tests/engines': 15,
  'tests/rules': 16,
  'tests/security': 59,
  'tests/server': 96,
  'tests/src': 16,
  'tests/streams': 16,
}

/** Returns folders over the limit, and outdated entries of the list. */
export function folderViolations(paths: readonly string[], exceptions = allowed): { folder: string; what: string }[] {
  const sizes = new Map<string, number>()
  for (const path of paths) {
    const folder = posix.dirname(path)
    if (folder !== '.') sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [...sizes].flatMap(([folder, size]) => {
    const exception = exceptions[folder]
    if (exception === undefined)
      return size > MOST_MODULES
        ? [{ folder, what: `${size} modules; the limit is ${MOST_MODULES}: split it by subject` }]
        : []
    if (size > exception) return [{ folder, what: `${size} modules; it had ${exception} and may only shrink` }]
    if (size < exception) return [{ folder, what: `${size} modules now: lower its number in the list` }]
    return []
  })
}
