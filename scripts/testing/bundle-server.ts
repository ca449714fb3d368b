import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache')

/** Modules find files and programs by their own URL, which stays the one of the source. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
}

/**
 * Bundles the control plane for the tests that start it as a process, which is done more than a hundred times: loading its
 * modules one by one takes a third of the processor time of a start. Returns the program and a function that removes it.
 */
export async function bundleServer(): Promise<{ program: string; remove(): void }> {
  mkdirSync(cache, { recursive: true })
  // Below node_modules, so that packages are found.
  const folder = mkdtempSync(join(cache, 'server-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepUrls],
    build: {
      ssr: 'server/main.ts',
      outDir: folder,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[hash].mjs' } },
    },
  })
  return { program: join(folder, 'main.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
