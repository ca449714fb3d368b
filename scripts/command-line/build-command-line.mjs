import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * Bundles the command line into dist/longshore.mjs, the `bin` of the package: Node runs no TypeScript from
 * node_modules. Another folder may be given.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'cli/main.ts',
    outDir: process.argv[2] ?? 'dist',
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'longshore.mjs', codeSplitting: false } },
  },
})
