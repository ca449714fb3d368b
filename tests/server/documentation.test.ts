import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateJsonSchema } from '../../server/compute/catalogue/templates/template-json-schema.ts'
import { configFrom } from '../../server/config.ts'
import { serveDocumentation } from '../../server/documentation/documentation-routes.ts'
import type { Product } from '../../server/product.ts'
import { type PlatformHarness, platformHarness } from './platform-harness.ts'

let harness: PlatformHarness
let root: string

beforeAll(async () => {
  harness = await platformHarness()
  root = await mkdtemp(join(tmpdir(), 'longshore-documents-'))
  await mkdir(join(root, 'docs/guide'), { recursive: true })
  for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'])
    await writeFile(join(root, name), `# ${name}\n`)
  await writeFile(join(root, 'secret.png'), 'secret')
})
afterAll(async () => {
  await harness.close()
  await rm(root, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => harness.inject({ url, headers })

/** Serves a folder with this start page, and returns what a page of it contains. */
const served = async (start: string, { url = '/docs', operator = null as Product['operator'] } = {}) => {
  await writeFile(join(root, 'docs/README.md'), start)
  const app = Fastify()
  const config = configFrom({}, '/')
  serveDocumentation(app, { ...config, product: { ...config.product, operator } }, root)
  const response = await app.inject({ url })
  await app.close()
  return { ...response, main: /<main[^>]*>([\s\S]*)<\/main>/.exec(response.body)?.[1] ?? '' }
}

test('the schema of template files is served for editors', async () => {
  const response = await get('/api/template-schema.json')
  expect(response.headers['content-type']).toContain('application/schema+json')
  expect(response.json()).toEqual(templateJsonSchema())
})

test('every page of the documentation can be read without a login, and every link on it leads somewhere [A2.26, A2.29]', async () => {
  const queue = ['/docs']
  const seen = new Set<string>()
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    if (seen.has(url)) continue
    seen.add(url)
    const { statusCode, body } = await get(url)
    expect(statusCode, url).toBe(200)
    // The API reference has a test of its own.
    if (url.startsWith('/api')) continue
    for (const [, target = ''] of body.matchAll(/ (?:href|src)="(\/(?:docs|api)[^"#]*)/g)) queue.push(target)
  }
  for (const page of ['changelog', 'terms', 'contact', 'guide/get-started', 'api-decisions', 'decisions'])
    expect(seen, page).toContain(`/docs/${page}`)
  expect(seen.size).toBeGreaterThan(80)
})

test.each([
  ['changelog', 'Changelog'],
  ['terms', 'Terms of use'],
  ['contact', 'Contact'],
])('/%s leads visitors to its page, which has a title and a link to the login', async (page, title) => {
  for (const url of [`/${page}`, `/${page}/`]) {
    const { statusCode, headers } = await get(url)
    expect({ statusCode, location: headers.location }, url).toEqual({ statusCode: 302, location: `/docs/${page}` })
  }
  const { body } = await get(`/docs/${page}`)
  expect(body).toContain(`<title>${title} · Longshore</title>`)
  expect(body).toContain('<a class="visitor" href="/login">Log in</a>')
  expect(body).toMatch(/<a class="brand" href="\/docs"/)
})

test('short addresses lead to the pages that the operator has in their place', async () => {
  const app = Fastify()
  const config = configFrom({}, '/')
  const links = { ...config.product.links, terms: 'https://harbour.example/terms', contact: null }
  serveDocumentation(app, { ...config, product: { ...config.product, links } }, root)
  expect((await app.inject({ url: '/terms' })).headers.location).toBe('https://harbour.example/terms')
  expect((await app.inject({ url: '/contact' })).headers.location).toBe('/docs/contact')
  await app.close()
})

test('the links of a new installation lead to pages of its own, or are hidden [A2.26, A2.29]', async () => {
  const { links, apps } = configFrom({}, '/').product
  for (const link of [...Object.values(links), ...Object.values(apps)])
    if (link !== null && !link.startsWith('/user/')) expect((await get(link)).statusCode, link).toBe(200)
  expect([links.code, links.social, links.chat, apps.provider, apps.fizzNode]).toEqual([null, null, null, null, null])
})

test('links to files that are not pages become text, and links between documents lead to their pages', async () => {
  await writeFile(join(root, 'docs/guide/logs.md'), '# Logs\n')
  const { main } = await served(
    '# Start\n\n[a](guide/logs.md#search) [b](../CHANGELOG.md) [c](../server/config.ts) ![d](../secret.png)\n',
  )
  expect(main).toContain('<a href="/docs/guide/logs#search">a</a>')
  expect(main).toContain('<a href="/docs/changelog">b</a>')
  expect(main).toContain('<span>c</span>')
  expect(main).not.toContain('secret.png')
})

test('pages are revalidated and not sent again while they are unchanged', async () => {
  const { headers } = await get('/docs/changelog')
  expect(headers['cache-control']).toBe('no-cache')
  expect((await get('/docs/changelog', { 'if-none-match': headers.etag })).statusCode).toBe(304)
  expect((await get('/docs/terms', { 'if-none-match': headers.etag })).statusCode).toBe(200)
})

test('a search finds the pages whose title contains every word', async () => {
  const resultsOf = async (query: string) => {
    const { body } = await get(`/docs?q=${encodeURIComponent(query)}`)
    return [...(/class="results">(.*?)<\/ul>/s.exec(body)?.[1] ?? '').matchAll(/href="([^"]+)"/g)].map(([, to]) => to)
  }
  expect(await resultsOf('get START')).toEqual(['/docs/guide/get-started'])
  expect((await resultsOf('log')).length).toBeGreaterThan(3)
  expect(await resultsOf('no such title')).toEqual([])
  const { body } = await get(`/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(body).not.toContain('<script>alert')
})

test('an unknown address is a page that says so, with 404', async () => {
  const { statusCode, body, headers } = await get('/docs/guide/none')
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('<h1>Page not found</h1>')
})

test.each([
  '/docs/..%2fpackage.json',
  '/docs/%2e%2e%2fpackage.json',
  '/docs/..%5cpackage.json',
  '/docs/guide/..%2f..%2f..%2fetc%2fpasswd',
  '/docs//etc/passwd',
  '/docs/%00',
  '/docs/..%2fserver%2fconfig.ts',
  '/docs/assets/..%2f..%2fpackage.json',
  '/docs/constructor',
  '/docs/README.md',
])('%s is not found', async (url) => {
  const { statusCode, body } = await get(url)
  expect(statusCode).toBe(404)
  expect(body).not.toMatch(/"dependencies"|root:|settingsSchema/)
})

test('a link in the folder that leads out of it is not served', async () => {
  await symlink(join(root, 'secret.png'), join(root, 'docs/outside.png'))
  expect((await served('# Start\n', { url: '/docs/outside.png' })).statusCode).toBe(404)
})

describe('a document cannot add scripts', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<img src="x" onerror="alert(1)">'],
    ['a style', '<p style="position:fixed">x</p>'],
    ['a script as a link', '[x](javascript:alert(1))'],
    ['a script as a link, encoded', '<a href="&#106;avascript:alert(1)">x</a>'],
    ['data as a link', '[x](data:text/html,<script>alert(1)</script>)'],
    ['another host as a link without a scheme', '[x](//evil.example)'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a form', '<form action="https://evil.example"><input></form>'],
    ['a script in a heading', '## <img src=x onerror=alert(1)> a\n\n## b'],
  ])('%s', async (_what, markdown) => {
    const { body, main } = await served(`# Start\n\n${markdown}\n`)
    expect(main).not.toMatch(
      /<script|<[^>]* on\w+=|<[^>]*javascript:|style=|<iframe|<form|<[^>]*evil\.example|<[^>]*data:/i,
    )
    expect(body).not.toMatch(/<[^>]* onerror=/i)
  })
})

test('the page needs nothing that its content policy forbids', async () => {
  const { body, headers } = await get('/docs/security')
  expect(headers['content-security-policy']).toMatch(/script-src 'self';.*style-src 'self';/)
  expect(body).not.toMatch(/<style|style="|<script>| on\w+="/)
})

test('the contact page names the operator, or says that none is named', async () => {
  const operator = { name: 'Harbour & *Sons*', email: 'help@harbour.example', address: null }
  const { main } = await served('# Contact\n\n<!-- operator -->\n', { operator })
  expect(main).toContain('<strong>Harbour &amp; *Sons*</strong>')
  expect(main).toContain('<a href="mailto:help@harbour.example">help@harbour.example</a>')
  expect((await served('# Contact\n\n<!-- operator -->\n')).main).toContain('This installation is a sandbox')
})
