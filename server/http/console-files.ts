import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { noSuchCall } from './error-handler.ts'

export const builtConsole = fileURLToPath(new URL('../../dist/console', import.meta.url))

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built</title>
<p>The console is not built yet. Run <code>npm run build</code>, then reload. The API is described under <a href="/api/docs">/api/docs</a>.</p></html>`

const NO_PAGES = /^\/(api|assets|socket\.io)(\/|$)/

const common: Pick<FastifyStaticOptions, 'index' | 'preCompressed' | 'cacheControl' | 'dotfiles'> = {
  index: false,
  preCompressed: true,
  cacheControl: false,
  dotfiles: 'deny',
}

/** Serves the built console; all of its pages start from one document. */
export const serveConsole = async (app: FastifyInstance, folder: string): Promise<void> => {
  const start = join(folder, 'index.html')
  if (existsSync(folder)) await serveFiles(app, folder)

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const page = (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGES.test(path)
    if (!page) throw noSuchCall(request)
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    if (!existsSync(start)) return reply.code(503).send(NOT_BUILT)
    return reply.send(await readFile(start))
  })
}

const serveFiles = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    ...common,
    root: join(folder, 'assets'),
    // Its own route reads the names of the whole folder for each file.
    serve: false,
    // The content of a file whose name contains a hash never changes.
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params }, reply) => reply.sendFile(params.file))
  await app.register(fastifyStatic, {
    ...common,
    root: folder,
    decorateReply: false,
    // One route for each file, so that every other address is a page.
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', '.*/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
}
