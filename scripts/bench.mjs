/**
 * `npm run bench`: every benchmark, one after another, each in a process of its own on an otherwise quiet machine.
 * `npm run bench -- bus` runs only those whose file name holds the word; those that take long (`soak`) only when named.
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

if (files.length === 0) console.log(`No benchmark ${args.length > 0 ? 'has such a name' : 'is there yet'}.`)
if (failed.length > 0) {
  console.error(`\nDid not hold: ${failed.join(', ')}`)
  process.exit(1)
}
