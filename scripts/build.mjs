import { buildConsole } from './build-console.mjs'
import { root, setUp } from './set-up.mjs'

if (!(await buildConsole(root, await setUp()))) process.exit(1)
