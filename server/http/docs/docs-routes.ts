import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { scalarScript } from './scalar-script.ts'

const settings = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Serves the OpenAPI document with a page that renders it, and the schemas of configuration and template files. Each is created on first request. */
export const serveDocs = (app: FastifyInstance, config: Config, version: string): void => {
  let document: Promise<string> | undefined
  let schema: Promise<string> | undefined
  let templateSchema: Promise<string> | undefined
  let script: Promise<Buffer> | undefined

  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= import('./openapi-document.ts').then(({ openapiDocument }) =>
      JSON.stringify(openapiDocument({ title: `${config.product.name} API`, version })),
    )
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await document)
  })

  app.get('/api/configuration-schema.json', async (_request, reply) => {
    schema ??= import('./configuration-schema.ts').then(({ configurationSchema }) =>
      JSON.stringify(configurationSchema(config.product.name)),
    )
    return reply
      .type('application/schema+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await schema)
  })

  app.get('/api/template-schema.json', async (_request, reply) => {
    templateSchema ??= import('../../compute/catalogue/templates/template-json-schema.ts').then(
      ({ templateJsonSchema }) => JSON.stringify(templateJsonSchema()),
    )
    return reply
      .type('application/schema+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await templateSchema)
  })

  app.get('/api/docs', async (_request, reply) => {
    // The API reader injects inline styles, which no other page may do.
    void reply.header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(config.product.name)} API</title></head>
<body>
<script id="api-reference" data-url="/api/openapi.json" data-configuration="${escaped(JSON.stringify(settings))}"></script>
<script src="/api/docs/reader.js"></script>
</body>
</html>
`)
  })

  app.get('/api/docs/reader.js', async (_request, reply) => {
    script ??= scalarScript(join(config.dataFolder, 'cache'), version)
    // Not kept in memory: the next request reads it from the cache folder.
    const compressed = await script.finally(() => {
      script = undefined
    })
    return reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'no-cache')
      .send(compressed)
  })
}
