import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { serveDocumentationAssets } from './documentation-assets.ts'
import { documentationPage, MISSING, searchResults } from './documentation-page.ts'
import { loadDocuments, pictureTypes } from './load-documents.ts'
import { withOperator } from './operator-details.ts'
import { sendRevalidated } from './send-revalidated.ts'
import { searchTitles, tableOfContents } from './table-of-contents.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '')
const searchInput = v.object({ q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), '') })

/**
 * Serves the documents of `docs/` as pages below `/docs`, for everyone. Documents are read at the first request, each is
 * rendered once, and changed files are served after a restart.
 */
export const serveDocumentation = (
  app: FastifyInstance,
  { mode, product }: Pick<Config, 'mode' | 'product'>,
  root = repository,
): void => {
  let loading: ReturnType<typeof load> | undefined
  const rendered = new Map<string, string>()

  const load = async () => {
    // Not needed by an installation whose documentation nobody reads.
    const [{ renderMarkdown }, documents] = await Promise.all([import('./render-markdown.ts'), loadDocuments(root)])
    return { renderMarkdown, documents, sections: tableOfContents(documents) }
  }
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  const pageOf = async (slug: string): Promise<string | undefined> => {
    const known = rendered.get(slug)
    if (known !== undefined) return known
    const { renderMarkdown, documents, sections } = await loaded()
    const current = documents.pages.get(slug)
    if (!current) return undefined
    const text = withOperator(current.text, product.operator, mode)
    const { html, headings } = renderMarkdown(documents, { file: current.file, text })
    const page = documentationPage({
      productName: product.name,
      title: current.title,
      content: html,
      sections,
      current,
      headings,
    })
    rendered.set(slug, page)
    return page
  }

  const sendMissing = async (reply: FastifyReply) => {
    const { sections } = await loaded()
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(documentationPage({ productName: product.name, title: 'Page not found', content: MISSING, sections }))
  }

  app.get('/docs', async (request, reply) => {
    const { output, success } = v.safeParse(searchInput, request.query)
    const query = success ? output.q : ''
    const start = query === '' ? await pageOf('') : undefined
    if (start !== undefined) return sendRevalidated(request, reply.type('text/html; charset=utf-8'), start)
    const { documents, sections } = await loaded()
    const content = searchResults(query, searchTitles(documents, query))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(documentationPage({ productName: product.name, title: `Search: ${query}`, content, sections, query }))
  })

  // Visitors try these addresses, which cannot be usernames. Operators may have pages of their own.
  for (const page of ['changelog', 'terms', 'contact'] as const)
    app.get(`/${page}`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').redirect(product.links[page] ?? `/docs/${page}`),
    )

  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const path = request.params['*'].replace(/\/$/, '')
    const page = path === '' ? undefined : await pageOf(path)
    if (page !== undefined) return sendRevalidated(request, reply.type('text/html; charset=utf-8'), page)
    const { documents } = await loaded()
    const picture = documents.pictures.get(path)
    if (picture === undefined) return sendMissing(reply)
    return sendRevalidated(request, reply.type(pictureTypes[extname(path)] ?? ''), await readFile(picture))
  })

  serveDocumentationAssets(app)
}
