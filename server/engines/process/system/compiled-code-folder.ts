import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** Returns the folder in which Node keeps compiled code, as in `NODE_COMPILE_CACHE`; undefined where it keeps none. */
export function compiledCodeFolder(): string | undefined {
  const ownVersion = getCompileCacheDir()
  return ownVersion === undefined ? undefined : dirname(ownVersion)
}
