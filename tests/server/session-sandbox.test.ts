import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providers } from '../../src/contract/wire/account.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { testBrowser } from './test-browser.ts'

const CALLBACK = /^\/api\/auth\/github\/callback/

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const tokenOf = (url: URL): string => {
  const token = url.searchParams.get('token')
  if (!token) throw new Error(`No token: ${url} ${harness.logged.slice(-5).join('')}`)
  return token
}

/** Stops before the provider redirects the browser back. */
const signInAtProvider = async (name: string) => {
  const browser = testBrowser(harness.origin)
  const page = await browser.open('/api/auth/github/login')
  const sentBack = await browser.send(page, { name }, CALLBACK)
  return { browser, back: sentBack.url }
}

describe.each(providers)('%s', (provider) => {
  test('[A1.1] [A2.15] a new user signs in through the whole code flow, and is the same user the second time', async () => {
    const browser = testBrowser(harness.origin)
    const page = await browser.open(`/api/auth/${provider}/login`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('>Sandbox<')
    const first = await browser.send(page, { name: `Grace ${provider}` })
    expect(first.url.pathname).toBe(`/callback/${provider}`)
    const caller = await harness.identity.authenticate(await browser.exchange(first))

    const again = await browser.open(`/api/auth/${provider}/signup?referralCode=ada`)
    expect(again.body).toContain(`value="Grace ${provider}"`)
    const second = await browser.send(again, { name: `Grace ${provider}` })
    const token = await browser.exchange(second)
    const sameCaller = await harness.identity.authenticate(token)
    expect(caller).toMatchObject({ kind: 'user', userId: sameCaller.kind === 'user' && sameCaller.userId })
    const headers = { authorization: `Bearer ${token}` }
    const { user } = (await harness.app.inject({ url: '/api/profile', headers })).json()
    const { username, html_url } = user.providerProfiles[0]
    expect(html_url).toBe(provider === 'google' ? null : `https://${provider}.example/${username}`)
  })

  test('the short cut signs in without a page, as the same user', async () => {
    const short = await testBrowser(harness.origin).open(
      `/api/auth/${provider}/login?sandbox_user=${encodeURIComponent(`short ${provider}`)}`,
    )
    expect(short.status).toBe(302)
    expect(short.url.pathname).toBe(`/callback/${provider}`)
    const caller = await harness.identity.authenticate(tokenOf(short.url))

    const browser = testBrowser(harness.origin)
    const long = await browser.send(await browser.open(`/api/auth/${provider}/login`), { name: `Short ${provider}` })
    const sameCaller = await harness.identity.authenticate(await browser.exchange(long))
    expect(caller).toMatchObject({ userId: sameCaller.kind === 'user' && sameCaller.userId })
  })
})

describe('a callback is accepted only', () => {
  test('with the issued state', async () => {
    const { browser, back } = await signInAtProvider('Wrong State')
    back.searchParams.set('state', `x${back.searchParams.get('state')}`)
    const end = await browser.open(back)
    expect(end.url.search).toBe('?error=sign_in_failed')
  })

  test('in the browser that started', async () => {
    const { back } = await signInAtProvider('Missing Cookie')
    const end = await testBrowser(harness.origin).open(back)
    expect(end.url.search).toBe('?error=sign_in_failed')
  })

  test('with the unchanged cookie', async () => {
    const { browser, back } = await signInAtProvider('Changed Cookie')
    const attempt = [...browser.cookies.values()].find(({ name }) => name.startsWith('longshore_attempt_'))
    if (!attempt) throw new Error('There is no cookie of the attempt.')
    attempt.value = attempt.value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/\.\w/, '.x')
    const end = await browser.open(back)
    expect(end.url.search).toBe('?error=sign_in_failed')
  })

  test('from the provider that it was issued for', async () => {
    const { browser, back } = await signInAtProvider('Other Provider')
    back.pathname = '/api/auth/bitbucket/callback'
    for (const cookie of browser.cookies.values()) cookie.path = '/'
    const end = await browser.open(back)
    expect(end.url.href).toContain('/callback/bitbucket?error=sign_in_failed')
  })

  test('once', async () => {
    const { browser, back } = await signInAtProvider('Replayed Code')
    const kept = [...browser.cookies.values()]
    expect((await browser.open(back)).url.searchParams.has('token')).toBe(true)
    const spent = await browser.open(back)
    expect(spent.url.search).toBe('?error=sign_in_failed')
    for (const cookie of kept) browser.cookies.set(cookie.name, cookie)
    const replayed = await browser.open(back)
    expect(replayed.url.search).toBe('?error=sign_in_failed')
  })
})

test('two tabs of one browser sign in concurrently', async () => {
  const browser = testBrowser(harness.origin)
  const first = await browser.open('/api/auth/github/login')
  const second = await browser.open('/api/auth/github/login')
  expect((await browser.send(first, { name: 'Tab One' })).url.searchParams.has('token')).toBe(true)
  expect((await browser.send(second, { name: 'Tab Two' })).url.searchParams.has('token')).toBe(true)
})

test('a user who cancels gets an error, and an invalid name is asked for again', async () => {
  const browser = testBrowser(harness.origin)
  const page = await browser.open('/api/auth/github/login')
  const rejected = await browser.send(page, { name: '   ' })
  expect(rejected.status).toBe(400)
  expect(rejected.body).toContain('Enter a name of 1 to 60 characters.')
  const cancelled = await browser.send(page, { cancel: 'y' })
  expect(cancelled.url.href).toContain('/callback/github?error=sign_in_cancelled')
})

test('a name is text on the page, never markup', async () => {
  const browser = testBrowser(harness.origin)
  const name = `"><script>alert(1)</script>`
  await browser.send(await browser.open('/api/auth/gitlab/login'), { name })
  const page = await browser.open('/api/auth/gitlab/login')
  expect(page.body).not.toContain('<script>')
  expect(page.body).toContain('&#34;&#62;&#60;script&#62;')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await browser.send(page, { name })).url.searchParams.has('token')).toBe(true)
})

test('[A8.16] [A8.17] the e-mail address of an account without this connection is rejected, with its own code', async () => {
  await testBrowser(harness.origin).open('/api/auth/github/login?sandbox_user=twice')
  const errors = ['google', 'gitlab', 'bitbucket'].map(async (provider) => {
    const browser = testBrowser(harness.origin)
    const end = await browser.send(await browser.open(`/api/auth/${provider}/login`), { name: 'twice' })
    return end.url.searchParams.get('error')
  })
  expect(await Promise.all(errors)).toEqual([
    'email_already_exists_with_another_account',
    'account_with_git_email_exists',
    'account_with_git_email_exists',
  ])
})

test('the short cut creates one user for a name, whichever provider it uses', async () => {
  const callers = await Promise.all(
    providers.map(async (provider) => {
      const end = await testBrowser(harness.origin).open(`/api/auth/${provider}/login?sandbox_user=everywhere`)
      return harness.identity.authenticate(tokenOf(end.url))
    }),
  )
  expect(new Set(callers.map((caller) => caller.kind === 'user' && caller.userId)).size).toBe(1)
})

test('redirects keep the token from referrers and caches, and no log contains one', async () => {
  const short = await testBrowser(harness.origin).open('/api/auth/github/login?sandbox_user=quiet')
  const { browser, back } = await signInAtProvider('Quiet Too')
  const code = back.searchParams.get('code') ?? 'none'
  const long = await browser.open(back)
  for (const page of [short, long]) {
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
  }
  await browser.open(back)
  const logText = harness.logged.join('')
  expect(logText).not.toContain(tokenOf(short.url))
  expect(logText).not.toContain(tokenOf(long.url))
  expect(logText).not.toContain(code)
})

test.each([
  ['another machine', { remoteAddress: '192.168.1.7' }],
  ['a host name that resolves to this machine', { headers: { host: 'longshore.example.org' } }],
  ['a proxy for another machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
])('the sandbox rejects requests from %s', async (_origin, from) => {
  for (const url of [
    '/api/auth/github/login?sandbox_user=stranger',
    '/api/sandbox/identity/github/login/oauth/authorize',
    '/api/sandbox/identity/github/sign-in/x',
    '/api/sandbox/identity/github/user',
  ]) {
    const response = await harness.app.inject({
      url,
      ...from,
      headers: { host: 'localhost', ...('headers' in from && from.headers) },
    })
    expect(response.statusCode, url).toBe(404)
  }
})

test.each([['x'.repeat(61)], [''], ['\u0007']])('the short cut rejects %j as a name', async (name) => {
  const response = await harness.app.inject(`/api/auth/github/login?sandbox_user=${encodeURIComponent(name)}`)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ error: 'invalid', fields: [{ field: 'sandbox_user' }] })
})

test('an unknown provider is rejected with a message', async () => {
  const response = await harness.app.inject('/api/auth/myspace/login')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ error: 'providerUnknown' })
})
