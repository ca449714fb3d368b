import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletNonces } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { evmWallet, solanaWallet, type TestWallet } from './wallet-keys.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const requestNonce = async (keys: Pick<TestWallet, 'wallet' | 'address'>) => {
  const response = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/web3/nonce',
    payload: { wallet: keys.wallet, address: keys.address },
  })
  return {
    status: response.statusCode,
    body: response.json(),
    cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
  }
}
const finishCallback = async (query: Record<string, string>, cookie: string) => {
  const response = await harness.app.inject({
    url: `/api/auth/web3/callback?${new URLSearchParams(query)}`,
    headers: { cookie },
  })
  return { to: new URL(response.headers.location ?? '', harness.origin), headers: response.headers }
}
const signed = async (keys: TestWallet) => {
  const { body, cookie } = await requestNonce(keys)
  const query = {
    state: body.state,
    address: keys.address,
    message: body.message,
    signature: await keys.sign(body.message),
  }
  return { query, cookie }
}
const profile = async ({ to, headers }: Awaited<ReturnType<typeof finishCallback>>) => {
  const exchanged = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/code',
    headers: {
      origin: 'http://localhost:4600',
      cookie: [headers['set-cookie'] ?? []]
        .flat()
        .map((line) => line.split(';')[0])
        .join('; '),
    },
    payload: { code: to.searchParams.get('token') },
  })
  const response = await harness.app.inject({
    url: '/api/profile',
    headers: { authorization: `Bearer ${exchanged.json().token}` },
  })
  return response.json().user
}

describe.each([
  ['an EVM wallet', evmWallet],
  ['a Solana wallet', solanaWallet],
])('%s', (_name, make) => {
  test('signs in with a message, and is the same user the next time [A1.1, A7.11, A5.8]', async () => {
    const keys = make()
    const first = await signed(keys)
    expect(first.query.message).toContain('localhost')
    expect(first.query.message).toContain(keys.address)
    const back = await finishCallback({ ...first.query, referralCode: 'ada' }, first.cookie)
    expect(back.to.pathname).toBe(`/callback/${keys.wallet}`)
    expect(back.headers['referrer-policy']).toBe('no-referrer')
    const user = await profile(back)
    expect(user).toMatchObject({ provider: { name: 'web3' }, canDeploy: false })
    expect(user.providerProfiles).toMatchObject([{ providerName: keys.wallet, id: keys.address }])

    const second = await signed(keys)
    expect((await profile(await finishCallback(second.query, second.cookie)))._id).toBe(user._id)
  })

  test('signs in once with one signature, also when it is sent twice concurrently', async () => {
    const { query, cookie } = await signed(make())
    const ends = await Promise.all([finishCallback(query, cookie), finishCallback(query, cookie)])
    expect(ends.filter(({ to }) => to.searchParams.has('token'))).toHaveLength(1)
    expect((await finishCallback(query, cookie)).to.search).toBe('?error=sign_in_failed')
  })

  test('is rejected for an unsigned or foreign message, an expired one, and another browser', async () => {
    const keys = make()
    const tamperedResult = async (change: (query: Record<string, string>) => void, cookie?: string) => {
      const attempt = await signed(keys)
      const query: Record<string, string> = { ...attempt.query }
      change(query)
      return (await finishCallback(query, cookie ?? attempt.cookie)).to.search
    }
    const failed = '?error=sign_in_failed'
    const other = make()
    const otherSignature = await other.sign('something')
    expect(await tamperedResult((query) => (query.message += ' '))).toBe(failed)
    expect(await tamperedResult((query) => (query.address = other.address))).toBe(failed)
    expect(await tamperedResult((query) => (query.signature = otherSignature))).toBe(failed)
    expect(await tamperedResult((query) => (query.signature = 'nonsense'))).toBe(failed)
    expect(await tamperedResult((query) => delete query.signature)).toBe(failed)
    const { cookie: anothers } = await requestNonce(other)
    expect(await tamperedResult(() => undefined, anothers)).toBe(failed)
    const late = await signed(keys)
    await harness.store.db.update(walletNonces).set({ expiresAt: sql`now()` })
    expect((await finishCallback(late.query, late.cookie)).to.search).toBe(failed)
  })

  test('is rejected with a referral code that contains an invalid character', async () => {
    const { query, cookie } = await signed(make())
    const { to } = await finishCallback({ ...query, referralCode: 'a\u0000b' }, cookie)
    expect(`${to.pathname}${to.search}`).toBe('/callback/web3?error=sign_in_failed')
  })

  test('of another or an unknown kind gets no message', async () => {
    const keys = make()
    const wrong = keys.wallet === 'metamask' ? 'phantom' : 'metamask'
    expect((await requestNonce({ wallet: wrong, address: keys.address })).status).toBe(400)
    expect((await requestNonce({ wallet: keys.wallet, address: 'nobody' })).body.fields).toMatchObject([
      { field: 'address' },
    ])
  })
})

test('two tabs of one browser sign in concurrently, each with its own message', async () => {
  const [first, second] = [await signed(evmWallet()), await signed(solanaWallet())]
  const name = ({ cookie }: { cookie: string }) => cookie.slice(0, cookie.indexOf('='))
  expect(name(first)).not.toBe(name(second))
  for (const { query, cookie } of [first, second]) {
    const { to, headers } = await finishCallback(query, `${first.cookie}; ${second.cookie}`)
    expect(to.searchParams.has('token')).toBe(true)
    expect(headers['set-cookie'], 'only the cookie of this message is cleared').toContainEqual(
      expect.stringContaining(`${name({ cookie })}=; Max-Age=0`),
    )
  }
})

test('a lower-case address is signed in its checksummed form', async () => {
  const keys = evmWallet()
  const { body } = await requestNonce({ wallet: 'metamask', address: keys.address.toLowerCase() })
  expect(body.message).toContain(keys.address)
})
