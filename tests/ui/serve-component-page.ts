import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

export type ComponentPageServer = { url: string; close: () => Promise<void> }

/** Builds the page of components as the console is built, and serves it on loopback. */
export const serveComponentPage = async (): Promise<ComponentPageServer> => {
  const outDir = await mkdtemp(join(tmpdir(), 'longshore-parts-'))
  const common = {
    configFile: false,
    root: fileURLToPath(new URL('./parts-page', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  } as const
  await build({ ...common, plugins: [react()] })
  const server = await preview({ ...common, preview: { host: '127.0.0.1', port: 0 } })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The page of parts has no address')
  return {
    url,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}
