import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPuzzleCaptcha } from '../../server/captcha/puzzle-captcha.ts'
import { configFrom } from '../../server/config.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { type CaptchaPuzzle, captchaSolution } from '../../src/contract/wire/captcha.ts'
import { solvePuzzle } from '../../ui/captcha/solve-puzzle.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { platformHarness } from './platform-harness.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'

const ADDRESS = `0x${'1'.repeat(40)}`
const CODE = 'Invalid captcha'

/** Requests the message that a wallet signs; resolves with the status and the error. */
const requestNonce = async (harness: SessionHarness, captchaToken?: string) => {
  const response = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/web3/nonce',
    payload: { wallet: 'metamask', address: ADDRESS, ...(captchaToken !== undefined && { captchaToken }) },
  })
  const { error, message } = response.json()
  return { status: response.statusCode, error, message }
}

const solved = async (puzzle: CaptchaPuzzle): Promise<string> => {
  const token = await solvePuzzle(puzzle, new AbortController())
  if (token === null) throw new Error('The puzzle was not solved.')
  return token
}

describe('without a captcha', () => {
  test('a wallet sign-in needs no token, and there is no puzzle', async () => {
    const harness = await sessionHarness()
    expect((await requestNonce(harness)).status).toBe(200)
    const puzzle = await harness.app.inject({ method: 'POST', url: '/api/captcha/puzzle', payload: {} })
    expect(puzzle.statusCode).toBe(404)
    await harness.close()
  })
})

describe('with the puzzle', () => {
  let harness: SessionHarness
  beforeAll(async () => {
    harness = await sessionHarness({ LONGSHORE_CAPTCHA: 'puzzle' })
  })
  afterAll(() => harness.close())

  test('a solved puzzle is accepted once [A8.23]', async () => {
    const response = await harness.app.inject({ method: 'POST', url: '/api/captcha/puzzle', payload: {} })
    const token = await solved(response.json())
    expect((await requestNonce(harness, token)).status).toBe(200)
    const again = await requestNonce(harness, token)
    expect(again).toEqual({ status: 400, error: 'invalidCaptcha', message: CODE })
  })

  test.each([
    ['no token', undefined],
    ['an empty token', ''],
    ['any text', 'solved'],
    ['a token of an earlier form', `${Date.now()}.x.y.0`],
  ])('%s is rejected [A8.23]', async (_what, token) => {
    expect(await requestNonce(harness, token)).toMatchObject({ status: 400, error: 'invalidCaptcha' })
  })
})

describe('a puzzle', () => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await testDatabase()
    store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
  })
  afterAll(async () => {
    await store.close()
    await database.close()
  })
  afterEach(() => void vi.useRealTimers())
  const captchaOf = (secret = 'a secret of these tests, long enough') => createPuzzleCaptcha(secret, store.db)

  test('is not accepted unsolved, changed, or with another secret', async () => {
    const captcha = captchaOf()
    const token = await solved(await captcha.issue())
    const forged = await solved(await captchaOf('another secret of these tests').issue())
    const changed = (change: (payload: Payload) => unknown): string => {
      const payload = parsed(token)
      change(payload)
      return btoa(JSON.stringify(payload))
    }
    const invalid = {
      unsolved: changed(({ solution }) => Object.assign(solution, { counter: solution.counter + 1 })),
      'an easier one': changed(({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '0' })),
      'a later one': changed(({ challenge: { parameters } }) =>
        Object.assign(parameters, { expiresAt: parameters.expiresAt + 600 }),
      ),
      'without a signature': changed(({ challenge }) => Object.assign(challenge, { signature: '' })),
      'with a derived key of the caller': changed(({ solution }) =>
        Object.assign(solution, { derivedKey: '00'.repeat(32) }),
      ),
      forged,
      'no JSON': 'AAAA',
    }
    for (const [what, given] of Object.entries(invalid)) await expect(captcha.verify(given), what).rejects.toThrow(CODE)
    await captcha.verify(token)
  })

  test('is accepted with one solution only, even if it has several, and on one control plane only', async () => {
    const puzzle = await captchaOf().issue()
    const solution = await solveChallenge({ challenge: puzzle, deriveKey })
    const other = await solveChallenge({ challenge: puzzle, deriveKey, counterStart: (solution?.counter ?? 0) + 1 })
    const tokens = [solution, other].map((found) => btoa(JSON.stringify({ challenge: puzzle, solution: found })))
    const [first, second] = await Promise.allSettled(tokens.map((token) => captchaOf().verify(token)))
    expect([first?.status, second?.status].sort()).toEqual(['fulfilled', 'rejected'])
    await expect(captchaOf().verify(tokens[0])).rejects.toThrow(CODE)
  })

  test('expires after five minutes', async () => {
    const token = await solved(await captchaOf().issue())
    vi.useFakeTimers({ now: Date.now() + 5 * 60_000 + 1000, toFake: ['Date'] })
    await expect(captchaOf().verify(token)).rejects.toThrow(CODE)
  })
})

type Payload = v.InferOutput<typeof captchaSolution>
const parsed = (token: string): Payload => v.parse(captchaSolution, JSON.parse(atob(token)))

/** Speaks the documented verification of hCaptcha and Turnstile: a form, a verdict, each token accepted once. */
const fakeProvider = async () => {
  const received: Record<string, string>[] = []
  const used = new Set<string>()
  let status = 200
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body))
      received.push(form)
      const { secret, response: token = '' } = form
      const errors = [
        secret !== 'the-secret' && 'invalid-input-secret',
        !token.startsWith('human-') && 'invalid-input-response',
        used.has(token) && 'timeout-or-duplicate',
      ].filter((error) => error !== false)
      used.add(token)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ success: errors.length === 0, 'error-codes': errors, hostname: 'localhost' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    received,
    fail: (with5xx: number) => {
      status = with5xx
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe.each(['hcaptcha', 'turnstile'] as const)('with %s', (kind) => {
  let provider: Awaited<ReturnType<typeof fakeProvider>>
  let harness: SessionHarness
  const environment = (secret = 'the-secret') => ({
    LONGSHORE_CAPTCHA: kind,
    LONGSHORE_CAPTCHA_SITE_KEY: 'the-site',
    LONGSHORE_CAPTCHA_SECRET: secret,
    LONGSHORE_CAPTCHA_VERIFY_URL: provider.url,
  })
  beforeEach(async () => {
    provider = await fakeProvider()
    harness = await sessionHarness(environment())
  })
  afterEach(async () => {
    await harness.close()
    await provider.close()
  })

  test('a token that the provider accepts is accepted, once [A8.23]', async () => {
    expect((await requestNonce(harness, 'human-1')).status).toBe(200)
    const expected = { secret: 'the-secret', response: 'human-1', remoteip: '127.0.0.1' }
    expect(provider.received).toEqual([kind === 'hcaptcha' ? { ...expected, sitekey: 'the-site' } : expected])
    expect(await requestNonce(harness, 'human-1')).toMatchObject({ status: 400, error: 'invalidCaptcha' })
    expect(await requestNonce(harness, 'robot')).toMatchObject({ status: 400, message: CODE })
    expect(await requestNonce(harness)).toMatchObject({ status: 400, error: 'invalidCaptcha' })
    expect(provider.received, 'a call without a token is not passed on').toHaveLength(3)
  })

  test('nothing is accepted while the provider fails or cannot be reached, and the secret stays here', async () => {
    provider.fail(502)
    expect(await requestNonce(harness, 'human-2')).toMatchObject({ status: 503, error: 'unavailable' })
    await provider.close()
    expect(await requestNonce(harness, 'human-3')).toMatchObject({ status: 503, error: 'unavailable' })
    expect(harness.logged.join('')).not.toContain('the-secret')
    provider = await fakeProvider()
  })

  test('the pages may load the provider’s widget, and the configuration has no secret', async () => {
    const platform = await platformHarness({ environment: environment() })
    const policy = String((await platform.inject({ url: '/' })).headers['content-security-policy'])
    const host = kind === 'hcaptcha' ? 'https://*.hcaptcha.com' : 'https://challenges.cloudflare.com'
    for (const directive of ['script-src', 'frame-src'])
      expect(policy.split(';').find((part) => part.startsWith(directive))).toContain(host)
    await platform.close()
    const { captcha } = configFrom(environment(), '/')
    expect(captcha).toMatchObject({ kind, siteKey: 'the-site' })
  })
})

test('the content policy names no provider unless one is configured', async () => {
  const harness = await platformHarness()
  const policy = String((await harness.inject({ url: '/' })).headers['content-security-policy'])
  expect(policy).not.toMatch(/hcaptcha|cloudflare/)
  await harness.close()
})

test.each([
  ['a provider without its keys', { LONGSHORE_CAPTCHA: 'turnstile' }, /needs LONGSHORE_CAPTCHA_SITE_KEY/],
  ['an unknown provider', { LONGSHORE_CAPTCHA: 'other' }, /must be off, puzzle, hcaptcha, turnstile/],
  [
    'the puzzle in production',
    { LONGSHORE_CAPTCHA: 'puzzle', LONGSHORE_MODE: 'production' },
    /production does not start/,
  ],
])('%s stops the start', (_what, environment, message) => {
  expect(() => configFrom(environment, '/')).toThrow(message)
})
