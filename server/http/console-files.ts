import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { noSuchCall } from './refusal-answers.ts'

export const builtConsole = fileURLToPath(new URL('../../dist/console', import.meta.url))

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Not built</title>
<p>The console is not built yet. Run <code>npm run build</code>, then reload. The API answers under <a href="/api/docs">/api/docs</a>.</p>`

/** The built console; its own pages all start from one document. */
export const serveConsole = async (app: FastifyInstance, folder: string): Promise<void> => {
  const start = join(folder, 'index.html')
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'deny',
      setHeaders: (reply, path) => {
        // A name with a hash never changes its content.
        const lasting = path.includes('/assets/')
        void reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const page =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|socket\.io)(\/|$)/.test(path)
    if (!page) throw noSuchCall(request)
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    if (!existsSync(start)) return reply.code(503).send(NOT_BUILT)
    return reply.send(await readFile(start))
  })
}
