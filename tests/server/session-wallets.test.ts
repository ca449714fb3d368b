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

const ask = async (keys: Pick<TestWallet, 'wallet' | 'address'>) => {
  const answer = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/web3/nonce',
    payload: { wallet: keys.wallet, address: keys.address },
  })
  return {
    status: answer.statusCode,
    body: answer.json(),
    cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
  }
}
const comeBack = async (query: Record<string, string>, cookie: string) => {
  const answer = await harness.app.inject({
    url: `/api/auth/web3/callback?${new URLSearchParams(query)}`,
    headers: { cookie },
  })
  return { to: new URL(answer.headers.location ?? '', harness.origin), headers: answer.headers }
}
const signed = async (keys: TestWallet) => {
  const { body, cookie } = await ask(keys)
  const query = {
    state: body.state,
    address: keys.address,
    message: body.message,
    signature: await keys.sign(body.message),
  }
  return { query, cookie }
}
const profile = async ({ to, headers }: Awaited<ReturnType<typeof comeBack>>) => {
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
  const answer = await harness.app.inject({
    url: '/api/profile',
    headers: { authorization: `Bearer ${exchanged.json().token}` },
  })
  return answer.json().user
}

describe.each([
  ['an EVM wallet', evmWallet],
  ['a Solana wallet', solanaWallet],
])('%s', (_name, make) => {
  test('signs in by a message, and is the same person the next time [A1.1, A7.11, A5.8]', async () => {
    const keys = make()
    const first = await signed(keys)
    expect(first.query.message).toContain('localhost')
    expect(first.query.message).toContain(keys.address)
    const back = await comeBack({ ...first.query, referralCode: 'ada' }, first.cookie)
    expect(back.to.pathname).toBe(`/callback/${keys.wallet}`)
    expect(back.headers['referrer-policy']).toBe('no-referrer')
    const person = await profile(back)
    expect(person).toMatchObject({ provider: { name: 'web3' }, canDeploy: false })
    expect(person.providerProfiles).toMatchObject([{ providerName: keys.wallet, id: keys.address }])

    const second = await signed(keys)
    expect((await profile(await comeBack(second.query, second.cookie)))._id).toBe(person._id)
  })

  test('is let in once by one signature, also when it comes twice at once', async () => {
    const { query, cookie } = await signed(make())
    const ends = await Promise.all([comeBack(query, cookie), comeBack(query, cookie)])
    expect(ends.filter(({ to }) => to.searchParams.has('token'))).toHaveLength(1)
    expect((await comeBack(query, cookie)).to.search).toBe('?error=sign_in_failed')
  })

  test('is refused what it did not sign, what somebody else signed, what ran out, and another browser', async () => {
    const keys = make()
    const refused = async (change: (query: Record<string, string>) => void, cookie?: string) => {
      const attempt = await signed(keys)
      const query: Record<string, string> = { ...attempt.query }
      change(query)
      return (await comeBack(query, cookie ?? attempt.cookie)).to.search
    }
    const failed = '?error=sign_in_failed'
    const other = make()
    const otherSignature = await other.sign('something')
    expect(await refused((query) => (query.message += ' '))).toBe(failed)
    expect(await refused((query) => (query.address = other.address))).toBe(failed)
    expect(await refused((query) => (query.signature = otherSignature))).toBe(failed)
    expect(await refused((query) => (query.signature = 'nonsense'))).toBe(failed)
    expect(await refused((query) => delete query.signature)).toBe(failed)
    const { cookie: anothers } = await ask(other)
    expect(await refused(() => undefined, anothers)).toBe(failed)
    const late = await signed(keys)
    await harness.store.db.update(walletNonces).set({ expiresAt: sql`now()` })
    expect((await comeBack(late.query, late.cookie)).to.search).toBe(failed)
  })

  test('is refused a referral code that no database keeps', async () => {
    const { query, cookie } = await signed(make())
    const { to } = await comeBack({ ...query, referralCode: 'a\u0000b' }, cookie)
    expect(`${to.pathname}${to.search}`).toBe('/callback/web3?error=sign_in_failed')
  })

  test('of another kind, or none, gets no message', async () => {
    const keys = make()
    const wrong = keys.wallet === 'metamask' ? 'phantom' : 'metamask'
    expect((await ask({ wallet: wrong, address: keys.address })).status).toBe(400)
    expect((await ask({ wallet: keys.wallet, address: 'nobody' })).body.fields).toMatchObject([{ field: 'address' }])
  })
})

test('two tabs of one browser sign in at once, each by its own message', async () => {
  const [first, second] = [await signed(evmWallet()), await signed(solanaWallet())]
  const name = ({ cookie }: { cookie: string }) => cookie.slice(0, cookie.indexOf('='))
  expect(name(first)).not.toBe(name(second))
  for (const { query, cookie } of [first, second]) {
    const { to, headers } = await comeBack(query, `${first.cookie}; ${second.cookie}`)
    expect(to.searchParams.has('token')).toBe(true)
    expect(headers['set-cookie'], 'and the other message stays good').toContainEqual(
      expect.stringContaining(`${name({ cookie })}=; Max-Age=0`),
    )
  }
})

test('an address is one person however it is written', async () => {
  const keys = evmWallet()
  const { body } = await ask({ wallet: 'metamask', address: keys.address.toLowerCase() })
  expect(body.message).toContain(keys.address)
})
