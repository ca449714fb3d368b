import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { callManifestPlugin } from './scripts/call-manifest-plugin.ts'
import { chunkOf } from './scripts/chunk-of.ts'
import { compileAtOnce } from './scripts/compile-at-once.ts'
import { xtermUnderPolicy } from './scripts/console-build/xterm-under-policy.ts'
import { listChunks } from './scripts/list-chunks.ts'
import { withoutSummaries } from './scripts/without-summaries.ts'

const root = fileURLToPath(new URL('.', import.meta.url)).slice(0, -1)
const controlPlane = `http://localhost:${process.env.PORT ?? 4600}`

export default defineConfig({
  plugins: [
    callManifestPlugin(),
    withoutSummaries(),
    xtermUnderPolicy(),
    react(),
    compileAtOnce(['react', 'start', 'console']),
    listChunks(root),
  ],
  resolve: {
    // RxJS gives its modern build under this name only, and the one for old browsers to everybody else.
    conditions: ['es2015', ...defaultClientConditions],
    // The router's exports name its development build in every case.
    alias: [
      { find: /^react-router$/, replacement: `${root}/node_modules/react-router/dist/production/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${root}/node_modules/react-router/dist/production/dom-export.mjs` },
      // React has it itself.
      { find: /^use-sync-external-store\/shim$/, replacement: `${root}/node_modules/react/index.js` },
    ],
  },
  build: {
    outDir: 'dist/console',
    target: 'baseline-widely-available',
    // The server's content policy allows scripts only as files of its own.
    assetsInlineLimit: (path) => (path.endsWith('.svg') ? undefined : false),
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      treeshake: {
        manualPureFunctions: ['createContext', 'forwardRef', 'lazy', 'memo'],
        propertyReadSideEffects: false,
      },
      output: {
        // The start page lists every file, so names count: a hash says enough.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [{ name: chunkOf(root), debugName: 'first loads' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: {
    proxy: {
      // The host stays the browser's own: by it the control plane knows its own pages.
      '/api': { target: controlPlane },
      '/docs': { target: controlPlane },
      '^/(changelog|terms|contact)/?$': { target: controlPlane },
      '/socket.io': { target: controlPlane, ws: true },
    },
  },
})
