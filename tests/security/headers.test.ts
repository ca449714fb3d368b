import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectGateway } from '../../server/gateway/control/gateway-link.ts'
import { socketPaths } from '../../server/gateway/driver/socket-paths.ts'
import { gatewaySettingsFrom } from '../../server/gateway/process/gateway-settings.ts'
import { startGateway } from '../../server/gateway/process/start-gateway.ts'
import { openHttpServer } from '../../server/http/listener/http-server.ts'
import { liveHarness } from '../server/live-harness.ts'
import { type PlatformHarness, platformHarness } from '../server/platform-harness.ts'
import { writeRaw } from './raw-visitor.ts'

/**
 * The response headers that the OWASP Secure Headers project recommends, with the value that each response must have.
 * Two are omitted on purpose: Cross-Origin-Embedder-Policy, because profile pictures come from the identity providers,
 * and Clear-Site-Data, because signing out ends the session on the server and expires its cookie, while the browser
 * keeps its theme and drafts.
 */
const ofPages: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=31536000$/,
  'x-frame-options': /^DENY$/i,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')(?!.*unsafe)(?!.*\*)/,
  'x-permitted-cross-domain-policies': /^none$/,
  'referrer-policy': /^no-referrer$/,
  // The console must detect that a checkout window was closed.
  'cross-origin-opener-policy': /^same-origin(-allow-popups)?$/,
  'cross-origin-resource-policy': /^same-origin$/,
  // Chromium logs a warning on every page for unknown features.
  'permissions-policy':
    /^(?!.*(?:ambient-light-sensor|bluetooth))(?=.*camera=\(\))(?=.*geolocation=\(\))(?=.*microphone=\(\))(?=.*usb=\(\))/,
  'x-dns-prefetch-control': /^off$/,
}
const ofData: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /no-store/,
}
/** These help an attacker or are known to do harm. */
const disclosing = ['server', 'x-powered-by', 'x-aspnet-version', 'via', 'public-key-pins', 'expect-ct', 'x-runtime']

let harness: PlatformHarness
let consoleFolder: string
let token: string

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'longshore-console-'))
  await mkdir(join(consoleFolder, 'assets'))
  await writeFile(join(consoleFolder, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(consoleFolder, 'assets/app-1a2b3c.js'), 'plain')
  const environment = { LONGSHORE_PUBLIC_URL: 'https://longshore.example.org' }
  harness = await platformHarness({ consoleFolder, environment })
  token = (await harness.user('reader')).token
})
afterAll(async () => {
  await harness.close()
  await rm(consoleFolder, { recursive: true, force: true })
})

const missing = (headers: OutgoingHttpHeaders, required: Record<string, RegExp>) =>
  Object.entries(required).flatMap(([name, value]) =>
    value.test(String(headers[name] ?? '')) ? [] : [`${name}: ${headers[name]}`],
  )

describe.each([
  { of: 'the console', url: '/' },
  { of: 'a page of the console', url: '/login' },
  { of: 'a script', url: '/assets/app-1a2b3c.js' },
  { of: 'a missing file', url: '/assets/none.js' },
  { of: 'the API documentation', url: '/api/docs' },
])('$of', ({ url }) => {
  test('has every recommended header', async () => {
    const { headers } = await harness.inject({ url })
    const { 'content-security-policy': policy, ...rest } = ofPages
    // The reference page of the API loads its own script and styles.
    expect(
      missing(headers, url === '/api/docs' ? rest : { ...rest, 'content-security-policy': policy as RegExp }),
    ).toEqual([])
  })
  test('does not disclose the software', async () => {
    const { headers } = await harness.inject({ url })
    expect(disclosing.filter((name) => name in headers)).toEqual([])
  })
})

describe.each([
  { of: 'a response', method: 'GET', url: '/api/profile', isSignedIn: true },
  { of: 'an error', method: 'GET', url: '/api/profile' },
  { of: 'an unknown path', method: 'GET', url: '/api/nothing' },
  { of: 'an invalid body', method: 'POST', url: '/api/auth/renew' },
] as const)('$of of the API', ({ method, url, ...caller }) => {
  test('has every header required for data, and none that discloses the software', async () => {
    const payload = method === 'POST' ? '{' : undefined
    const { headers } = await harness.inject({
      method,
      url,
      token: 'isSignedIn' in caller ? token : undefined,
      ...(payload && { payload, headers: { 'content-type': 'application/json' } }),
    })
    expect(missing(headers, ofData)).toEqual([])
    expect(disclosing.filter((name) => name in headers)).toEqual([])
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('responses from before the application', () => {
  const publicUrl = 'https://longshore.example.org'
  const headersOf = (received: string) =>
    Object.fromEntries(
      (received.split('\r\n\r\n')[0] ?? '')
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
  const sendRaw = async (port: number, request: string) =>
    headersOf(
      (
        await writeRaw(
          port,
          request,
          (received) => received.includes('\r\n\r\n'),
          async () => {},
        )
      ).received,
    )

  test('the response while starting, and that to an ambiguous request, have every header required for data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'longshore-headers-'))
    const sockets = socketPaths(folder)
    const config = { mode: 'production', publicUrl } as const
    const settings = gatewaySettingsFrom(
      { ...config, host: '127.0.0.1', port: 0, instancesUrl: 'https://apps.example', trustProxy: [] },
      sockets,
      'a version',
    )
    const gateway = await startGateway(settings, () => undefined)
    const port = (await connectGateway(sockets.controlSocket))?.hello.port ?? 0
    const read = () => sendRaw(port, 'GET /api/health HTTP/1.1\r\nHost: longshore.example.org\r\n\r\n')
    expect(missing(await read(), ofData), 'without a control plane').toEqual([])
    const front = await openHttpServer({ socketPath: sockets.consoleSocket, config })
    try {
      expect(missing(await read(), ofData), 'while it starts').toEqual([])
      const ambiguous = await sendRaw(
        port,
        'POST /api/health HTTP/1.1\r\nHost: longshore.example.org\r\nHost: other.example.org\r\nContent-Length: 0\r\n\r\n',
      )
      expect(missing(ambiguous, ofData)).toEqual([])
    } finally {
      await gateway.stop(0)
      await front.close(100)
      await rm(folder, { recursive: true })
    }
  })

  test('socket handshakes, accepted or rejected, have them too', async () => {
    const live = await liveHarness()
    try {
      const { 'strict-transport-security': _, ...ofSockets } = ofData
      for (const origin of ['http://localhost:4600', 'https://attacker.example']) {
        const { headers } = await fetch(`${live.origin}/socket.io/?EIO=4&transport=polling`, { headers: { origin } })
        expect(missing(Object.fromEntries(headers), ofSockets), origin).toEqual([])
      }
    } finally {
      await live.close()
    }
  })
})
