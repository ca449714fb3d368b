import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sendRevalidated } from './send-revalidated.ts'

const fonts = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'jetbrains-mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
}

/** The console's own tokens, so that both themes look the same here. */
const styles = [new URL('../../ui/design/tokens.css', import.meta.url), new URL('documentation.css', import.meta.url)]

/** Serves the style sheet and the fonts of the documentation. */
export const serveDocumentationAssets = (app: FastifyInstance): void => {
  let sheet: Promise<string> | undefined
  app.get('/docs/assets/documentation.css', async (request, reply) => {
    sheet ??= Promise.all(styles.map((style) => readFile(style, 'utf8'))).then((texts) => texts.join('\n'))
    return sendRevalidated(request, reply.type('text/css; charset=utf-8'), await sheet)
  })
  for (const [name, file] of Object.entries(fonts))
    app.get(`/docs/assets/${name}`, async (_request, reply) =>
      reply
        .type('font/woff2')
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(fileURLToPath(import.meta.resolve(file)))),
    )
}
