import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Lists the shared libraries and the loader of a program by `ldd`, under the paths where the loader expects them. */
export async function sharedLibraries(program: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ldd', [program])
  const paths = stdout.split('\n').flatMap((line) => /(?<!\S)(\/\S+) \(0x/.exec(line)?.[1] ?? [])
  return [...new Set(paths)]
}
