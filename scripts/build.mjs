import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { root, setUp } from './set-up.mjs'

const runtime = await setUp()
const buildCommandLine = () =>
  spawnSync(runtime, [join(root, 'scripts/command-line/build-command-line.mjs')], { cwd: root, stdio: 'inherit' })

if (!(await buildConsole(root, runtime)) || buildCommandLine().status !== 0) process.exit(1)
