import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress-files.mjs'
import { withSetUpLock } from './with-set-up-lock.mjs'

const inputs = [
  'index.html',
  'main.tsx',
  'console.ts',
  'package-lock.json',
  'vite.config.ts',
  'scripts',
  'src',
  'streams',
  'effects',
  'ui',
  'public',
]

/** Builds the console into dist/console unless the build there is up to date. Resolves with whether it succeeded. */
export async function buildConsole(root, runtime) {
  if (!existsSync(join(root, 'main.tsx')) || isFresh(root)) return true
  return withSetUpLock(() => isFresh(root) || build(root, runtime))
}

function isFresh(root) {
  try {
    return (
      readFileSync(join(root, 'dist/console.stamp'), 'utf8') === stamp(root) &&
      existsSync(join(root, 'dist/console/index.html'))
    )
  } catch {
    return false
  }
}

/** A running control plane serves dist/console, so a new build replaces it only when complete. */
function build(root, runtime) {
  console.log('Building the console …')
  const made = stamp(root)
  const [next, current, last] = ['dist/console.next', 'dist/console', 'dist/console.last'].map((path) =>
    join(root, path),
  )
  mkdirSync(join(root, 'dist'), { recursive: true })
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', next]
  if (
    spawnSync(runtime, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
      .status !== 0
  )
    return false
  compressFiles(next)
  rmSync(last, { recursive: true, force: true })
  if (existsSync(current)) renameSync(current, last)
  renameSync(next, current)
  rmSync(last, { recursive: true, force: true })
  writeFileSync(join(root, 'dist/console.stamp'), made)
  return true
}

function stamp(root) {
  const hash = createHash('sha1')
  for (const input of inputs) read(join(root, input), hash)
  return hash.digest('hex')
}

function read(path, hash) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (found.isDirectory()) for (const name of readdirSync(path).sort()) read(join(path, name), hash)
  else hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
}
