import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** The chunks of the build, for the checks of first loads. */
export type ChunkList = Record<string, Chunk>

interface Chunk {
  imports: string[]
  styles: string[]
  /** Paths relative to the project's root; files of a package are listed by the package's name. */
  modules: string[]
}

/** Writes the list of chunks into the build. */
export function listChunks(root: string): Plugin {
  const nameOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? relative(root, id)
  return {
    name: 'list-chunks',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks: ChunkList = {}
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          const { imports, moduleIds, viteMetadata } = file
          const modules = [...new Set(moduleIds.map(nameOf))].sort()
          chunks[file.fileName] = { imports, styles: [...(viteMetadata?.importedCss ?? [])], modules }
        }
        this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source: JSON.stringify(chunks) })
      },
    },
  }
}
