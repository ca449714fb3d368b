import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlatformHarness, platformHarness } from '../server/platform-harness.ts'

/**
 * The response headers that the OWASP Secure Headers project recommends, with the value that each answer must have.
 * Not set on purpose: Cross-Origin-Embedder-Policy, because profile pictures come from the providers that people sign in
 * with, and Clear-Site-Data, because signing out ends the session on the server and expires its cookie, while the theme
 * and drafts of the browser stay.
 */
const ofPages: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=31536000$/,
  'x-frame-options': /^DENY$/i,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')(?!.*unsafe)(?!.*\*)/,
  'x-permitted-cross-domain-policies': /^none$/,
  'referrer-policy': /^no-referrer$/,
  // The window of a checkout has to be seen to close.
  'cross-origin-opener-policy': /^same-origin(-allow-popups)?$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /^(?=.*camera=\(\))(?=.*geolocation=\(\))(?=.*microphone=\(\))(?=.*usb=\(\))/,
  'x-dns-prefetch-control': /^off$/,
}
const ofData: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /no-store/,
}
/** They tell an attacker what to look for, or are known to do harm. */
const unwanted = ['server', 'x-powered-by', 'x-aspnet-version', 'via', 'public-key-pins', 'expect-ct', 'x-runtime']

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
  token = (await harness.person('reader')).token
})
afterAll(async () => {
  await harness.close()
  await rm(consoleFolder, { recursive: true, force: true })
})

const missing = (headers: OutgoingHttpHeaders, wanted: Record<string, RegExp>) =>
  Object.entries(wanted).flatMap(([name, value]) =>
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
  test('says nothing of the software', async () => {
    const { headers } = await harness.inject({ url })
    expect(unwanted.filter((name) => name in headers)).toEqual([])
  })
})

describe.each([
  { of: 'an answer', method: 'GET', url: '/api/profile', isSignedIn: true },
  { of: 'a refusal', method: 'GET', url: '/api/profile' },
  { of: 'a path that is no call', method: 'GET', url: '/api/nothing' },
  { of: 'a body that cannot be read', method: 'POST', url: '/api/auth/renew' },
] as const)('$of of the API', ({ method, url, ...caller }) => {
  test('has every header that data needs, and none that tells of the software', async () => {
    const payload = method === 'POST' ? '{' : undefined
    const { headers } = await harness.inject({
      method,
      url,
      token: 'isSignedIn' in caller ? token : undefined,
      ...(payload && { payload, headers: { 'content-type': 'application/json' } }),
    })
    expect(missing(headers, ofData)).toEqual([])
    expect(unwanted.filter((name) => name in headers)).toEqual([])
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})
