import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { resolveOnce } from './start-up/resolve-once.ts'

resolveOnce()
// Must run before large modules are imported: cached compiled code halves the start-up time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/longshore', import.meta.url)))
const { run } = await import('./start-up/run.ts')
await run()
