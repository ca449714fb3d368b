import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factorUsers, ORIGIN } from '../server/factor-harness.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import type { ResponseOverrides, SoftPasskey } from '../server/soft-authenticator.ts'

let harness: SessionHarness
let users: ReturnType<typeof factorUsers>
let made = 0
const newName = () => {
  made += 1
  return `Holder ${made}`
}

beforeAll(async () => {
  harness = await sessionHarness()
  users = factorUsers(harness)
})
afterAll(() => harness.close())

const holder = async () => {
  const name = newName()
  const user = await users.newUser(name)
  return { name, user, ...(await users.addPasskey(user)) }
}

const start = () => users.send('POST', 'auth/passkey/options')
const signInWith = (reply: object, cookie: string) =>
  users.send('POST', 'auth/passkey', { payload: { passkey: reply }, headers: { cookie } })

describe('logging in with a passkey alone', () => {
  const tryWith = async (passkey: SoftPasskey, overrides: ResponseOverrides) => {
    const { body, cookie } = await start()
    return signInWith(users.authenticator.sign(passkey, body.options as never, overrides), cookie)
  }

  test('rejects a response signed for another page or site, or by another authenticator, always with the same message', async () => {
    const { passkey } = await holder()
    const other = await holder()
    const cases: [string, ResponseOverrides][] = [
      ['another origin', { origin: 'https://phishing.example' }],
      ['an instance on a subdomain', { origin: 'http://shop.localhost:4600' }],
      ['another port', { origin: 'http://localhost:9999' }],
      ['another scheme', { origin: ORIGIN.replace('http', 'https') }],
      ['another relying party', { rpId: 'phishing.example' }],
      ['a new passkey', { type: 'webauthn.create' }],
      ['a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
      ['an unverified user', { isVerified: false }],
      ['no user handle', { userHandle: undefined }],
      ["another user's handle", { userHandle: other.passkey.userHandle }],
    ]
    const messages = new Set<unknown>()
    for (const [what, overrides] of cases) {
      const { status, body } = await tryWith(passkey, overrides)
      expect([what, status, body.error]).toEqual([what, 403, 'passkeyRejected'])
      messages.add(body.message)
    }
    const forged = { ...passkey, key: other.passkey.key }
    expect((await tryWith(forged, {})).body.error).toBe('passkeyRejected')
    // An unknown passkey gets the same message.
    const unknown = { ...passkey, id: Buffer.alloc(32).toString('base64url') }
    messages.add((await tryWith(unknown, {})).body.message)
    expect(messages.size).toBe(1)
    const { status, body } = await tryWith(passkey, {})
    expect(status).toBe(200)
    const { sessions } = (await users.as(body.token as string).call('GET', 'auth/sessions')).body
    expect(sessions).toContainEqual(expect.objectContaining({ current: true, provider: null, byPasskey: true }))
  })

  test('a challenge works once, in the browser that requested it, and for its purpose', async () => {
    const { name, user, passkey } = await holder()
    const [mine, theirs] = [await start(), await start()]
    const reply = users.authenticator.sign(passkey, mine.body.options as never)
    expect((await signInWith(reply, '')).body.error).toBe('passkeyRejected')
    expect((await signInWith(reply, theirs.cookie)).body.error).toBe('passkeyRejected')
    const both = await Promise.all([signInWith(reply, mine.cookie), signInWith(reply, mine.cookie)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await signInWith(reply, mine.cookie)).body.error).toBe('passkeyRejected')

    const signIn = await users.logIn(name)
    const { body: pending } = await users.send('POST', 'auth/second-factor/options', { payload: { signIn } })
    const { body: stepUp } = await user.call('POST', 'auth/step-up/options')
    const { body: enrol } = await user.call('POST', 'auth/passkeys/options')
    for (const { options } of [pending, stepUp, enrol]) {
      const again = await start()
      const elsewhere = users.authenticator.sign(passkey, options as never)
      expect((await signInWith(elsewhere, again.cookie)).body.error).toBe('passkeyRejected')
    }
  })

  test('rejects an expired challenge', async () => {
    const { passkey } = await holder()
    const { body, cookie } = await start()
    await harness.store.pool.query('update passkey_challenge set expires_at = now()')
    const reply = users.authenticator.sign(passkey, body.options as never)
    expect((await signInWith(reply, cookie)).body.error).toBe('passkeyRejected')
  })

  test('a copy of an authenticator is rejected by its counter', async () => {
    const { passkey } = await holder()
    passkey.counter = 40
    expect((await tryWith(passkey, {})).status).toBe(200)
    expect((await tryWith(passkey, { counter: 12 })).body.error).toBe('passkeyRejected')
    expect((await tryWith(passkey, { counter: 41 })).body.error).toBe('passkeyRejected')
    const both = await Promise.all([tryWith(passkey, { counter: 50 }), tryWith(passkey, { counter: 50 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('rejects a banned user and a removed passkey', async () => {
    const { name, user, passkey, id } = await holder()
    await users.addPasskey(user)
    await user.call('DELETE', `auth/passkeys/${id}`)
    expect((await tryWith(passkey, {})).body.error).toBe('passkeyRejected')
    const banned = await holder()
    await harness.store.pool.query(`update "user" set banned_for = 'abuse' where name = $1`, [banned.name])
    expect((await tryWith(banned.passkey, {})).body.error).toBe('passkeyRejected')
    expect(name).not.toBe(banned.name)
  })
})

describe('the passkey of another account', () => {
  test('neither completes a sign-in nor a step-up', async () => {
    const mine = await holder()
    const theirs = await holder()
    const signIn = await users.logIn(theirs.name)
    expect((await users.completeWithPasskey(signIn, mine.passkey)).body.error).toBe('passkeyRejected')
    expect((await users.stepUpWithPasskey(theirs.user, mine.passkey)).body.error).toBe('passkeyRejected')
    expect((await users.completeWithPasskey(signIn, theirs.passkey)).status).toBe(200)
  })

  test('cannot be added again, renamed, removed or listed', async () => {
    const mine = await holder()
    const theirs = await holder()
    const { body } = await mine.user.call('POST', 'auth/passkeys/options')
    const copied = users.authenticator.createAgain(theirs.passkey, body.options as never)
    expect((await mine.user.call('POST', 'auth/passkeys', { passkey: copied })).body.error).toBe('passkeyTaken')
    expect((await mine.user.call('PATCH', `auth/passkeys/${theirs.id}`, { name: 'mine' })).status).toBe(404)
    expect((await mine.user.call('DELETE', `auth/passkeys/${theirs.id}`)).status).toBe(404)
    expect((await mine.user.call('GET', 'auth/factors')).body.passkeys).toHaveLength(1)
    expect((await theirs.user.call('GET', 'auth/factors')).body.passkeys).toHaveLength(1)
  })
})

describe('adding a passkey', () => {
  test("rejects another session's challenge, another origin and a used challenge", async () => {
    const name = newName()
    const [first, second] = [await users.newUser(name), await users.newUser(name)]
    const { body } = await first.call('POST', 'auth/passkeys/options')
    const { reply } = users.authenticator.create(body.options as never)
    expect((await second.call('POST', 'auth/passkeys', { passkey: reply })).body.error).toBe('passkeyRejected')
    const altered = users.authenticator.create(body.options as never, { origin: 'http://shop.localhost:4600' })
    expect((await first.call('POST', 'auth/passkeys', { passkey: altered.reply })).body.error).toBe('passkeyRejected')
    // The false response has consumed the challenge.
    expect((await first.call('POST', 'auth/passkeys', { passkey: reply })).body.error).toBe('passkeyRejected')
    expect((await first.call('GET', 'auth/factors')).body.passkeys).toEqual([])
  })

  test('rejects malformed responses with 403', async () => {
    const user = await users.newUser(newName())
    const { body } = await user.call('POST', 'auth/passkeys/options')
    const { reply } = users.authenticator.create(body.options as never)
    for (const garbage of ['AA', 'e30', 'A'.repeat(8000), Buffer.from('{"challenge":1}').toString('base64url')])
      for (const field of ['clientDataJSON', 'attestationObject'] as const) {
        const passkey = { ...reply, response: { ...reply.response, [field]: garbage } }
        const { status } = await user.call('POST', 'auth/passkeys', { passkey })
        expect(status).toBe(403)
      }
  })
})
