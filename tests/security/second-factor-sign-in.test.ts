import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { factorUsers } from '../server/factor-harness.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'

let harness: SessionHarness
let users: ReturnType<typeof factorUsers>
let made = 0
const newName = () => {
  made += 1
  return `Target ${made}`
}

beforeAll(async () => {
  harness = await sessionHarness()
  users = factorUsers(harness)
})
afterAll(() => harness.close())
beforeEach(() => users.resetLastCodes())

const withTotp = async () => {
  const name = newName()
  const user = await users.newUser(name)
  const { secret, recoveryCodes } = await users.addTotp(user)
  await users.resetLastCodes()
  return { name, user, secret, recoveryCodes }
}
const wrong = { kind: 'totp', code: '000000' }
const unlock = () => harness.store.pool.query('update code_attempt set failures = 0, locked_until = null')

describe('a login without its second factor', () => {
  test('is rejected by every call, the event stream, renewal and the start of a login connection', async () => {
    const { name } = await withTotp()
    const signIn = await users.logIn(name)
    for (const call of callNames) {
      const { method, path } = callNamed(call)
      const url = `/api/${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`
      const response = await harness.app.inject({ method, url, headers: { authorization: `Bearer ${signIn}` } })
      expect([call, response.statusCode, response.json().error]).toEqual([call, 403, 'secondFactorNeeded'])
    }
    for (const url of ['/api/user-notification', '/api/auth/github/new-login-connection']) {
      const headers = { authorization: `Bearer ${signIn}` }
      const response = await harness.app.inject({ url, headers })
      expect([url, response.headers.location ?? response.statusCode]).not.toEqual([url, 200])
      expect(response.headers.location ?? '').not.toContain('/sandbox/')
    }
    const renewed = await users.send('POST', 'auth/renew', { payload: { secret: signIn } })
    expect(renewed.status).toBe(401)
    const asCookie = await users.send('POST', 'auth/renew', {
      payload: {},
      headers: { cookie: `longshore_session=${signIn}`, 'sec-fetch-site': 'same-origin' },
    })
    expect(asCookie.status).toBe(401)
    await expect(harness.identity.authenticate(signIn)).rejects.toMatchObject({ code: 'secondFactorNeeded' })
  })

  test('sets no session cookie and opens no session', async () => {
    const { name, user } = await withTotp()
    const response = await harness.app.inject(`/api/auth/github/login?sandbox_user=${encodeURIComponent(name)}`)
    expect(response.cookies.map((cookie) => cookie.name)).toEqual([])
    expect((await user.call('GET', 'auth/sessions')).body.sessions).toHaveLength(1)
  })

  test('ends when it expires, and when the account is banned', async () => {
    const { name, secret } = await withTotp()
    const late = await users.logIn(name)
    await harness.store.pool.query(`update pending_sign_in set expires_at = now()`)
    expect((await users.complete(late, await users.totp(secret))).body.error).toBe('signInOver')
    const banned = await users.logIn(name)
    await harness.store.pool.query(`update "user" set banned_for = 'abuse' where name = $1`, [name])
    expect((await users.complete(banned, await users.totp(secret))).body.error).toBe('signInOver')
  })

  test('is completed once, with a new session (no fixation)', async () => {
    const { name, secret } = await withTotp()
    const signIn = await users.logIn(name)
    const codes = await Promise.all(
      [0, 30, -30].map((offset) => generate({ secret, epoch: Date.now() / 1000 + offset })),
    )
    const responses = await Promise.all(codes.map((code) => users.complete(signIn, { kind: 'totp', code })))
    const tokens = responses.flatMap(({ status, body }) => (status === 200 ? [body.token as string] : []))
    expect(tokens).toHaveLength(1)
    expect(tokens[0]).not.toContain(signIn)
    await expect(harness.identity.authenticate(signIn)).rejects.toMatchObject({ code: 'secondFactorNeeded' })
    expect((await users.complete(signIn, wrong)).body.error).toBe('signInOver')
  })
})

describe('codes', () => {
  test('a code works once, in one sign-in or across two (replay)', async () => {
    const { name, secret } = await withTotp()
    const proof = await users.totp(secret)
    const [first, second] = [await users.logIn(name), await users.logIn(name)]
    const responses = await Promise.all([users.complete(first, proof), users.complete(second, proof)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
    await unlock()
    expect((await users.complete(await users.logIn(name), proof)).body.error).toBe('wrongCode')
  })

  test('the code that set up an app cannot be used to sign in', async () => {
    const name = newName()
    const user = await users.newUser(name)
    const { body } = await user.call('POST', 'auth/totp')
    const proof = await users.totp(body.secret as string)
    await user.call('POST', 'auth/totp/confirm', { code: proof.code })
    expect((await users.complete(await users.logIn(name), proof)).body.error).toBe('wrongCode')
  })

  test('of 100 concurrent guesses five count, then codes are locked and the user is notified (brute force)', async () => {
    const { name, user, secret } = await withTotp()
    const signIns = await Promise.all(Array.from({ length: 4 }, () => users.logIn(name)))
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        users.complete(signIns[at % 4] ?? '', { kind: 'totp', code: String(at).padStart(6, '0') }),
      ),
    )
    const errorCodes = guesses.map(({ body }) => body.error)
    expect(errorCodes.filter((error) => error === 'wrongCode')).toHaveLength(5)
    expect(new Set(errorCodes)).toEqual(new Set(['wrongCode', 'tooManyCodes']))
    // The error names the field.
    const locked = guesses.find(({ body }) => body.error === 'tooManyCodes')
    expect(locked?.body.fields).toMatchObject([{ field: 'proof.code' }])
    // The correct code is rejected too, in a new sign-in and in a session of the user.
    const right = await users.totp(secret)
    expect((await users.complete(await users.logIn(name), right)).status).toBe(429)
    expect((await user.call('POST', 'auth/step-up', { proof: right })).status).toBe(429)
    const { body } = await user.call('GET', 'user-notification/paginated')
    const titles = (body.notifications as { title: string }[]).map(({ title }) => title)
    expect(titles.filter((title) => /Wrong codes/.test(title))).toHaveLength(1)
    const { body: log } = await user.call('GET', 'auth/security-log')
    const actions = (log.entries as { action: string }[]).map(({ action }) => action)
    expect(actions.filter((action) => action === 'code.refused')).toHaveLength(5)
  })

  test('each wrong code after the first lock doubles its time, up to an hour', async () => {
    const { name } = await withTotp()
    await users.complete(await users.logIn(name), wrong)
    const locks: number[] = []
    for (let failures = 4; failures < 14; failures += 1) {
      await harness.store.pool.query('update code_attempt set failures = $1, locked_until = null', [failures])
      await users.complete(await users.logIn(name), wrong)
      const { rows } = await harness.store.pool.query<{ left: number }>(
        `select max(extract(epoch from locked_until - now()))::int as left from code_attempt where failures = $1`,
        [failures + 1],
      )
      locks.push(Math.round((rows[0]?.left ?? 0) / 30))
    }
    expect(locks).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120, 120])
    await unlock()
  })

  test('a sign-in ends after five wrong codes, even when codes are not locked', async () => {
    const { name, secret } = await withTotp()
    const signIn = await users.logIn(name)
    for (let guess = 0; guess < 5; guess += 1) {
      await users.complete(signIn, wrong)
      await unlock()
    }
    expect((await users.complete(signIn, await users.totp(secret))).body.error).toBe('signInOver')
  })

  test('a passkey works while codes are locked', async () => {
    const name = newName()
    const user = await users.newUser(name)
    const { passkey } = await users.addPasskey(user)
    await users.addTotp(user)
    await harness.store.pool.query(`update code_attempt set failures = 9, locked_until = now() + interval '1 hour'`)
    const signIn = await users.logIn(name)
    await users.complete(signIn, wrong)
    expect((await users.completeWithPasskey(signIn, passkey)).status).toBe(200)
  })

  test('a recovery code works once, also when used twice concurrently, and for its own account only', async () => {
    const { name, recoveryCodes } = await withTotp()
    const other = await withTotp()
    const proof = { kind: 'recoveryCode', code: recoveryCodes[0] }
    expect((await users.complete(await users.logIn(other.name), proof)).body.error).toBe('wrongCode')
    const [first, second] = [await users.logIn(name), await users.logIn(name)]
    const responses = await Promise.all([users.complete(first, proof), users.complete(second, proof)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await users.complete(await users.logIn(name), proof)).body.error).toBe('wrongCode')
  })

  test('new recovery codes replace the former ones, and the database stores no code in plain text', async () => {
    const { name, user, recoveryCodes, secret } = await withTotp()
    expect((await user.call('POST', 'auth/recovery-codes')).status).toBe(200)
    const proof = { kind: 'recoveryCode', code: recoveryCodes[3] }
    expect((await users.complete(await users.logIn(name), proof)).body.error).toBe('wrongCode')
    const { rows } = await harness.store.pool.query(
      `select (select json_agg(c) from recovery_code c)::text || (select json_agg(s) from totp_secret s)::text as kept`,
    )
    expect(rows[0].kept).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows[0].kept).not.toContain(code.replaceAll('-', ''))
  })

  test('a sealed secret that was copied to another account does not work there', async () => {
    const mine = await withTotp()
    const theirs = await withTotp()
    await harness.store.pool.query(
      `update totp_secret set sealed = (select sealed from totp_secret join "user" on id = user_id where name = $1)
       where user_id = (select id from "user" where name = $2)`,
      [mine.name, theirs.name],
    )
    const response = await users.complete(await users.logIn(theirs.name), await users.totp(mine.secret))
    expect(response.status).not.toBe(200)
  })
})
