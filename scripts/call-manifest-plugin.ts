import type { Plugin } from 'vite'
import { firstManifestEntries } from '../src/contract/call-manifest-entries.ts'

/** Replaces the call manifest, which is computed from the whole contract, by the entries that a browser needs first. */
export const callManifestPlugin = (): Plugin => ({
  name: 'call-manifest',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/call-manifest\.ts$/ },
    handler: () => ({ code: `export const callManifest = ${JSON.stringify(firstManifestEntries())}`, map: null }),
  },
})
