/**
 * `npm run bench`: runs all benchmarks in sequence, each in its own process. The machine should be otherwise idle.
 * `npm run bench -- bus` runs those whose file name contains the word; long ones (`soak`) run only when named.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { root, setUp } from './set-up.mjs'

const runtime = await setUp()
await buildConsole(root, runtime)

const folder = join(root, 'bench')
const args = process.argv.slice(2)
const files = (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => (args.length === 0 ? !name.startsWith('soak') : args.some((arg) => name.includes(arg))))
  .sort()

const failed = files.filter((name) => {
  console.log(`\n── ${name}`)
  const args = ['--expose-gc', join(folder, name)]
  return spawnSync(runtime, args, { cwd: root, stdio: 'inherit' }).status !== 0
})

if (files.length === 0) console.log(`No benchmark ${args.length > 0 ? 'has a matching name' : 'exists'}.`)
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`)
  process.exit(1)
}
