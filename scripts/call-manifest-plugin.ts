import type { Plugin } from 'vite'
import { callManifest } from '../src/contract/call-manifest.ts'

/** Replaces the call manifest by its value, because computing it needs the whole contract. */
export const callManifestPlugin = (): Plugin => ({
  name: 'call-manifest',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/call-manifest\.ts$/ },
    handler: () => ({ code: `export const callManifest = ${JSON.stringify(callManifest)}`, map: null }),
  },
})
