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

test('pages may speak to the configured status page and show the configured videos, and nothing else [A7.43, A2.51, A2.33]', async () => {
  const policy = String((await harness.inject({ url: '/' })).headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://status.example;")
  expect(policy).toContain('frame-src https://video.example;')
  const plain = await platformHarness()
  const usual = String((await plain.inject({ url: '/' })).headers['content-security-policy'])
  expect(usual).toContain("connect-src 'self';")
  expect(usual).toContain("frame-src 'none';")
  await plain.close()
})

test('what an installation says of itself names only what differs', async () => {
  const product = await productOf({ apps: { provider: null }, internalMarker: 'internal', disabledApps: [] })
  expect(product.apps).toEqual({ provider: null, fizzNode: 'https://fizz.longshore.example' })
  expect([product.internalMarker, product.disabledApps]).toEqual(['internal', []])
  expect((await productOf({})).disabledApps, 'the usual ones [A9.8]').toEqual(['cloud'])
  expect((await productOf({})).disabledRegions).toEqual(['us-east', 'apac'])
})

test.each([
  ['every host', { allowedHosts: ['*'] }],
  ['every host of a domain’s end', { allowedHosts: ['*.*'] }],
  ['an address instead of a host', { allowedHosts: ['https://app.example'] }],
  ['a host with a path', { appHosts: ['app.example/x'] }],
  ['a name and a password', { appHosts: ['a:b@app.example'] }],
  ['a script as a video', { videos: [{ title: 'x', src: 'javascript:alert(1)' }] }],
  ['a status page that is none', { statusPage: 'file:///etc/passwd' }],
  ['an agent at no page', { agent: { name: 'x', hosts: [], development: 'x', production: 'https://x.example' } }],
])('%s is refused at the start [A5.12]', async (_what, changes) => {
  await expect(productOf(changes)).rejects.toThrow(/LONGSHORE_PRODUCT .* cannot be used/)
})

test('the sandbox’s status page is set and read from this machine only [A4.15]', async () => {
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
