import { and, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionOf } from '../../server/http/require-user.ts'
import { connectLogin } from '../../server/session/connect-login.ts'
import { loginConnections, sessions, walletNonces } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'
import { evmWallet, solanaWallet, type TestWallet } from './wallet-keys.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const callsWith = (token: string) => async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await harness.app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}

const signInNonce = async ({ wallet, address }: TestWallet) => {
  const response = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/web3/nonce',
    payload: { wallet, address },
  })
  return { ...response.json(), cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' }
}
const completeSignIn = async (
  keys: TestWallet,
  { state, message, cookie }: Record<'state' | 'message' | 'cookie', string>,
) => {
  const query = new URLSearchParams({ state, message, address: keys.address, signature: await keys.sign(message) })
  const response = await harness.app.inject({ url: `/api/auth/web3/callback?${query}`, headers: { cookie } })
  const back = new URL(response.headers.location ?? '', harness.origin).searchParams
  const code = back.get('token')
  if (code === null) return back
  const cookies = [response.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
  const exchanged = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/code',
    headers: { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' },
    payload: { code },
  })
  return new URLSearchParams({ token: exchanged.json().token })
}

let userCount = 0
/** Creates a user who signed up by this wallet, and has Google too. */
const arrive = async (keys: TestWallet) => {
  const token = (await completeSignIn(keys, await signInNonce(keys))).get('token') ?? ''
  const { userId, by } = sessionOf(await harness.identity.authenticate(token))
  userCount += 1
  const name = `Wallet owner ${userCount}`
  const google = { subject: `wallet-owner-${userCount}`, username: name, name, email: null, avatar: null, url: null }
  await connectLogin(harness.store.db, { userId, session: by.session }, 'google', google, '127.0.0.1')
  const call = callsWith(token)
  const path = `auth/${keys.wallet}/login-connection`
  const challenge = async (address = keys.address) => (await call('POST', `${path}/nonce`, { address })).body
  const disconnect = async (proof?: object) => (await call('DELETE', path, proof)).body
  const logins = async (): Promise<string[]> =>
    (await call('GET', 'profile')).body.user?.providerProfiles.map(
      ({ providerName }: { providerName: string }) => providerName,
    ) ?? []
  return { userId, call, path, challenge, disconnect, logins }
}

/** Opens a session as a Google login would have just now. */
const asOpenedByGoogle = (userId: string, createdAt = sql`now()`) =>
  harness.store.db
    .update(sessions)
    .set({ provider: 'google', createdAt })
    .where(eq(sessions.userId, userId as never))

const connectedGoogle = (userId: string, createdAt: SQL) =>
  harness.store.db
    .update(loginConnections)
    .set({ createdAt })
    .where(and(eq(loginConnections.userId, userId as never), eq(loginConnections.provider, 'google')))

const unproven = { error: 'walletUnproven' }

describe.each([
  ['an EVM wallet', evmWallet],
  ['a Solana wallet', solanaWallet],
])('%s', (_name, make) => {
  test('is disconnected when it signs the message for it, which states its purpose and is valid once [A5.8, A7.10]', async () => {
    const keys = make()
    const user = await arrive(keys)
    const { nonce, message, address } = await user.challenge()
    expect(address).toBe(keys.address)
    expect(message).toContain('localhost')
    expect(message).toContain('Disconnect this wallet from')
    const proof = { nonce, signature: await keys.sign(message) }
    expect(await user.disconnect(proof)).toMatchObject({ message: 'The login was disconnected.' })
    expect(await user.logins(), 'the sessions that it opened have ended').toEqual([])
    const [spent] = await harness.store.db.select().from(walletNonces).where(eq(walletNonces.nonce, nonce))
    expect(spent?.usedAt).not.toBeNull()
  })

  test('stays without a proof, with the signature of another wallet, and with a used or expired nonce [A5.8]', async () => {
    const [keys, other] = [make(), make()]
    const user = await arrive(keys)
    expect(await user.disconnect()).toMatchObject(unproven)
    expect(await user.disconnect({})).toMatchObject(unproven)
    const challenge = await user.challenge()
    expect(await user.disconnect({ nonce: challenge.nonce })).toMatchObject(unproven)
    const byOther = { nonce: challenge.nonce, signature: await other.sign(challenge.message) }
    expect(await user.disconnect(byOther)).toMatchObject(unproven)
    const tooLate = { nonce: challenge.nonce, signature: await keys.sign(challenge.message) }
    expect(await user.disconnect(tooLate), 'one nonce is for one attempt').toMatchObject(unproven)
    expect((await user.call('POST', `${user.path}/nonce`, { address: other.address })).body).toMatchObject({
      error: 'otherWallet',
    })
    const late = await user.challenge()
    await harness.store.db.update(walletNonces).set({ expiresAt: sql`now()` })
    expect(await user.disconnect({ nonce: late.nonce, signature: await keys.sign(late.message) })).toMatchObject(
      unproven,
    )
    expect(await user.logins()).toEqual([keys.wallet, 'google'])
  })

  test('is not disconnected by a proof of another user’s wallet', async () => {
    const [keys, other] = [make(), make()]
    const [user, outsider] = [await arrive(keys), await arrive(other)]
    const { nonce, message } = await outsider.challenge()
    expect(await user.disconnect({ nonce, signature: await other.sign(message) })).toMatchObject(unproven)
    expect(await user.logins()).toEqual([keys.wallet, 'google'])
  })

  test('cannot sign in with a message for disconnecting, and the other way round [A5.8]', async () => {
    const keys = make()
    const user = await arrive(keys)
    const signIn = await signInNonce(keys)
    const proof = { nonce: signIn.nonce, signature: await keys.sign(signIn.message) }
    expect(await user.disconnect(proof)).toMatchObject(unproven)
    expect((await completeSignIn(keys, signIn)).has('token'), 'which stays valid for its own purpose').toBe(true)

    const { nonce, message } = await user.challenge()
    // As in the cookie of a sign-in of this name.
    const cookie = signIn.cookie.replace(/_[0-9a-f]+=.*/, `_${nonce.slice(0, 12)}=${nonce}`)
    expect((await completeSignIn(keys, { state: nonce, message, cookie })).get('error')).toBe('sign_in_failed')
    expect(await user.logins()).toEqual([keys.wallet, 'google'])
  })

  test('when lost, is disconnected shortly after a login by another provider, and not later', async () => {
    const keys = make()
    const user = await arrive(keys)
    await connectedGoogle(user.userId, sql`now() - interval '8 days'`)
    await asOpenedByGoogle(user.userId, sql`now() - interval '11 minutes'`)
    expect(await user.disconnect()).toMatchObject(unproven)
    await asOpenedByGoogle(user.userId)
    expect(await user.disconnect()).toMatchObject({ message: 'The login was disconnected.' })
    expect(await user.logins()).toEqual(['google'])
  })

  test('when lost, stays if the other login was connected less than 7 days ago', async () => {
    const keys = make()
    const user = await arrive(keys)
    await asOpenedByGoogle(user.userId)
    expect(await user.disconnect()).toMatchObject(unproven)
    await connectedGoogle(user.userId, sql`now() - interval '6 days 23 hours'`)
    expect(await user.disconnect()).toMatchObject(unproven)
    expect(await user.logins()).toEqual(['google', keys.wallet])
  })
})

test('a user without a wallet gets no message to sign', async () => {
  const { call } = await signedIn(harness, 'Uma', 'google')
  const { status } = await call('POST', 'auth/phantom/login-connection/nonce', { address: solanaWallet().address })
  expect(status).toBe(404)
})
