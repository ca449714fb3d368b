import type { Plugin } from 'vite'
import { packManifest } from '../src/contract/packed-manifest.ts'
import { everyManifestEntry } from '../src/contract/parts/every-manifest-entry.ts'

/** Replaces the call manifest, which is computed from the whole contract, by the entries that a browser needs first. */
export const callManifestPlugin = (): Plugin => ({
  name: 'call-manifest',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/call-manifest\.ts$/ },
    handler: () => ({
      code: `import { unpackManifest } from './packed-manifest.ts'
export const callManifest = unpackManifest(${JSON.stringify(packManifest(everyManifestEntry()))})`,
      map: null,
    }),
  },
})
