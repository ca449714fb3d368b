import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Must run before modules are imported.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/longshore', import.meta.url)))
const { runGateway } = await import('./run-gateway.ts')
await runGateway(process.argv[2] ?? '')
