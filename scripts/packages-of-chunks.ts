import type { Plugin } from 'vite'

/** Writes beside Vite's manifest which packages each chunk holds, so that a check can keep heavy ones out of a first load. */
export function packagesOfChunks(): Plugin {
  return {
    name: 'packages-of-chunks',
    generateBundle(_, bundle) {
      const packages = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [[file.fileName, packagesOf(file.moduleIds)] as const] : [],
      )
      this.emitFile({
        type: 'asset',
        fileName: '.vite/packages.json',
        source: JSON.stringify(Object.fromEntries(packages)),
      })
    },
  }
}

function packagesOf(moduleIds: readonly string[]) {
  return [...new Set(moduleIds.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []))].sort()
}
