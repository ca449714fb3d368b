import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The libraries and the loader that a program needs, by `ldd`, under the paths where the loader looks for them. */
export async function sharedLibraries(program: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ldd', [program])
  const paths = stdout.split('\n').flatMap((line) => /(?<!\S)(\/\S+) \(0x/.exec(line)?.[1] ?? [])
  return [...new Set(paths)]
}
