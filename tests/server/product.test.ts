import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { registerSandboxStatus } from '../../server/sandbox/status-page.ts'
import { type PlatformHarness, platformHarness } from './platform-harness.ts'

let folder: string
let harness: PlatformHarness
const file = () => join(folder, 'product.json')

const productOf = async (changes: unknown) => {
  await writeFile(file(), JSON.stringify(changes))
  return configFrom({ LONGSHORE_PRODUCT: file() }, '/').product
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-product-'))
  await productOf({
    statusPage: 'https://status.example/api/v2/status.json',
    videos: [
      { title: 'One', src: 'https://video.example/embed/1' },
      { title: 'Two', src: 'https://video.example/embed/2' },
    ],
  })
  harness = await platformHarness({
    environment: { LONGSHORE_PRODUCT: file() },
    live: ({ app }) => registerSandboxStatus(app),
  })
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true, force: true })
})

test('pages can connect to the configured status page and embed the configured videos, and nothing else [A7.43, A2.51, A2.33]', async () => {
  const policy = String((await harness.inject({ url: '/' })).headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://status.example;")
  expect(policy).toContain('frame-src https://video.example;')
  const plain = await platformHarness()
  const usual = String((await plain.inject({ url: '/' })).headers['content-security-policy'])
  expect(usual).toContain("connect-src 'self';")
  expect(usual).toContain("frame-src 'none';")
  await plain.close()
})

test('a product setting overrides the defaults that it names', async () => {
  const fizzNode = 'https://fizz.example'
  const product = await productOf({ apps: { fizzNode }, internalMarker: 'internal', disabledApps: [] })
  expect(product.apps).toEqual({ provider: null, fizzNode })
  expect([product.internalMarker, product.disabledApps]).toEqual(['internal', []])
  expect((await productOf({})).disabledApps, 'the defaults [A9.8]').toEqual(['cloud'])
  expect((await productOf({})).disabledRegions).toEqual(['us-east', 'apac'])
})

test.each([
  ['every host', { allowedHosts: ['*'] }],
  ['a wildcard for a whole top-level domain', { allowedHosts: ['*.*'] }],
  ['a URL instead of a host', { allowedHosts: ['https://app.example'] }],
  ['a host with a path', { appHosts: ['app.example/x'] }],
  ['a user name and a password', { appHosts: ['a:b@app.example'] }],
  ['a script as a video', { videos: [{ title: 'x', src: 'javascript:alert(1)' }] }],
  ['an invalid status page', { statusPage: 'file:///etc/passwd' }],
  ['an agent without a URL', { agent: { name: 'x', hosts: [], development: 'x', production: 'https://x.example' } }],
])('%s is rejected at the start [A5.12]', async (_what, changes) => {
  await expect(productOf(changes)).rejects.toThrow(/LONGSHORE_PRODUCT .* is invalid/)
})

const drawing = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inner}</svg>`
const agentWith = (changes: object) => ({
  agent: { name: 'Skynet', hosts: [], development: null, production: null, ...changes },
})

test('the agent’s login page has a logo, a scene and links of its own [A1.6, A2.2]', async () => {
  const logo = drawing('<linearGradient id="a"><stop offset="0"/></linearGradient><path d="M0 0h8" fill="url(#a)"/>')
  const links = { terms: 'https://skynet.example/terms' }
  const { agent } = await productOf(agentWith({ logo, scene: '/brand/scene.webp', links }))
  const [, encoded = ''] = agent.logo?.split('data:image/svg+xml,') ?? []
  expect(decodeURIComponent(encoded)).toContain('<path d="M0 0h8" fill="url(#a)">')
  expect(agent).toMatchObject({ scene: '/brand/scene.webp', links: { contact: null, ...links } })
  expect((await productOf(agentWith({}))).agent).toMatchObject({ logo: null, scene: null })
})

test.each([
  ['a script', drawing('<script>alert(1)</script>')],
  ['an event handler', drawing('<path d="M0 0" onload="alert(1)"/>')],
  ['a link', drawing('<a href="https://evil.example"><path d="M0 0"/></a>')],
  ['a picture of another host', drawing('<image href="https://evil.example/x.png"/>')],
  ['a fill from another host', drawing('<path d="M0 0" fill="url(https://evil.example/x.svg#a)"/>')],
  ['a style', drawing('<style>path { fill: red }</style>')],
  ['foreign content', drawing('<foreignObject><div/></foreignObject>')],
  ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 8 8"/>'],
  ['an external URL', 'https://evil.example/logo.svg'],
  ['a path to another host', '//evil.example/logo.svg'],
  ['a path with a backslash', '/\\evil.example/logo.svg'],
  ['a path out of the folder', '/brand/../api/logo.svg'],
  ['a data URL', 'data:image/svg+xml,<svg/>'],
  ['a page', '/brand/logo.html'],
  ['too much', drawing(`<path d="${'M0 0'.repeat(5000)}"/>`)],
])('a logo with %s is rejected at the start', async (_what, logo) => {
  await expect(productOf(agentWith({ logo }))).rejects.toThrow(/LONGSHORE_PRODUCT .* agent\.logo/)
})

test('the sandbox’s status page can be set and read from this machine only [A4.15]', async () => {
  const put = (payload: object, remoteAddress = '127.0.0.1') =>
    harness.inject({ method: 'PUT', url: '/api/sandbox/status', payload, remoteAddress })
  expect((await put({ indicator: 'minor' })).json()).toEqual({
    status: { indicator: 'minor', description: 'Partially degraded service' },
  })
  expect((await put({ indicator: 'none', description: 'Calm sea' })).statusCode).toBe(200)
  expect((await harness.inject({ url: '/api/sandbox/status' })).json().status.description).toBe('Calm sea')
  expect((await put({ indicator: 'awful' })).statusCode).toBe(400)
  expect((await put({ indicator: 'none' }, '203.0.113.1')).statusCode).toBe(404)
  const headers = { host: 'evil.example' }
  expect((await harness.inject({ url: '/api/sandbox/status', headers })).statusCode).toBe(404)
})
