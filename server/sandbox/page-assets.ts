import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** Serves the stylesheet, the font and the theme script of the sandbox's pages below `base`. */
export const servePageAssets = (app: FastifyInstance, base: string): void => {
  app.get(`${base}/sign-in.css`, async (_request, reply) =>
    reply
      .type('text/css')
      .header('cache-control', 'no-cache')
      .send(await readFile(new URL('sign-in.css', import.meta.url))),
  )
  app.get(`${base}/theme.js`, async (_request, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'no-cache')
      .send(await readFile(new URL('../../public/theme.js', import.meta.url))),
  )
  app.get(`${base}/inter.woff2`, async (_request, reply) => {
    const font = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
    return reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(font))
  })
}
