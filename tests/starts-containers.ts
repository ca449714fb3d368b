import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Whoever starts a container engine imports one of these modules. */
const engineModules = ['tests/container-engine.ts', 'tests/engines/bootstrap/launch-dockerd.ts']

const imports = new Map<string, string[]>()

/** Returns whether a test starts a container engine, itself or through other modules of the tests. */
export function startsContainers(test: string): boolean {
  const seen = new Set<string>()
  const reaches = (path: string): boolean => {
    if (seen.has(path)) return false
    seen.add(path)
    return engineModules.includes(path) || importsOf(path).some(reaches)
  }
  return reaches(test)
}

/** Returns the modules of the tests that a module imports, and not only for their types. */
function importsOf(path: string): string[] {
  const known = imports.get(path)
  if (known) return known
  const { staticImports } = parseSync(path, readFileSync(path, 'utf8')).module
  const found = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((specifier) => specifier.startsWith('.') && specifier.endsWith('.ts'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
    .filter((module) => module.startsWith('tests/'))
  imports.set(path, found)
  return found
}
