/** `npm test`: the same set-up as `npm start`, then all stages; `npm test -- quick` the fast ones, `-- unit server` these. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root, setUp } from './set-up.mjs'

const started = Date.now()
const runtime = await setUp()
const run = spawn(runtime, [join(root, 'scripts/testing/run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: {
    ...process.env,
    LONGSHORE_TEST_STARTED: String(started),
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal))
run.on('exit', (code) => process.exit(code ?? 1))
