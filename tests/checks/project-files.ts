import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The project's own files as git sees them, new ones included, with their text. */
export function projectFiles(names: RegExp) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return listed
    .split('\0')
    .filter((path) => names.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}
