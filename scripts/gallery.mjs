/** `npm run gallery`: takes screenshots of every page and modal, in both themes and two widths, in gallery/. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { root, setUp } from './set-up.mjs'

const runtime = await setUp()
if (!(await buildConsole(root, runtime))) process.exit(1)
const run = spawnSync(runtime, [join(root, 'tests/e2e/gallery.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(run.status ?? 1)
