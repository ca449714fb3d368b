import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factorUsers } from './factor-harness.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'

let harness: SessionHarness
let users: ReturnType<typeof factorUsers>
let names = 0
const newName = () => {
  names += 1
  return `Factor ${names}`
}

beforeAll(async () => {
  harness = await sessionHarness()
  users = factorUsers(harness)
})
afterAll(() => harness.close())
beforeEach(() => users.resetLastCodes())

describe('passkeys', () => {
  test('a passkey is added, listed, renamed and removed; the first factor creates ten recovery codes', async () => {
    const user = await users.newUser(newName())
    const { id, recoveryCodes } = await users.addPasskey(user)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/)
    expect((await users.addPasskey(user)).recoveryCodes).toEqual([])

    expect((await user.call('PATCH', `auth/passkeys/${id}`, { name: 'Blue key' })).status).toBe(200)
    expect((await user.call('DELETE', `auth/passkeys/${id}`)).status).toBe(200)
    const { body } = await user.call('GET', 'auth/factors')
    expect(body).toMatchObject({ passkeys: [{ synced: false }], totp: null, recoveryCodes: { left: 10 } })

    const [last] = body.passkeys as { _id: string }[]
    await user.call('DELETE', `auth/passkeys/${last?._id}`)
    expect((await user.call('GET', 'auth/factors')).body).toMatchObject({ passkeys: [], recoveryCodes: null })
  })

  test('a passkey logs in alone, in the browser that started; its session is stepped up', async () => {
    const name = newName()
    const owner = await users.newUser(name)
    const { passkey } = await users.addPasskey(owner)
    const started = await users.send('POST', 'auth/passkey/options')
    expect(started.body.options).not.toHaveProperty('allowCredentials')
    const payload = { passkey: users.authenticator.sign(passkey, started.body.options as never) }
    const arrived = await users.send('POST', 'auth/passkey', { payload, headers: { cookie: started.cookie } })
    expect(arrived.status).toBe(200)
    expect(arrived.cookie).toContain('longshore_session=')
    const user = users.as(arrived.body.token as string)
    expect((await user.call('GET', 'profile')).body).toMatchObject({ user: { platformProfile: { name } } })
    expect((await user.call('POST', 'auth/recovery-codes')).status).toBe(200)
  })

  test('removing a passkey ends the sessions that it opened', async () => {
    const user = await users.newUser(newName())
    const { passkey, id } = await users.addPasskey(user)
    const started = await users.send('POST', 'auth/passkey/options')
    const payload = { passkey: users.authenticator.sign(passkey, started.body.options as never) }
    const arrived = await users.send('POST', 'auth/passkey', { payload, headers: { cookie: started.cookie } })
    const other = users.as(arrived.body.token as string)
    expect((await other.call('GET', 'profile')).status).toBe(200)
    await user.call('DELETE', `auth/passkeys/${id}`)
    expect((await other.call('GET', 'profile')).status).toBe(401)
    expect((await user.call('GET', 'profile')).status).toBe(200)
  })

  test('a browser receives the existing passkeys, and a random handle for the user', async () => {
    const user = await users.newUser(newName())
    const { passkey } = await users.addPasskey(user)
    const { body } = await user.call('POST', 'auth/passkeys/options')
    expect(body.options).toMatchObject({ rp: { id: 'localhost' }, excludeCredentials: [{ id: passkey.id }] })
    expect(passkey.userHandle).toMatch(/^[\w-]{43}$/)
  })
})

describe('logging in', () => {
  test('with an authenticator app, a login is completed by a code', async () => {
    const name = newName()
    const user = await users.newUser(name)
    const { secret } = await users.addTotp(user)
    await users.resetLastCodes()
    const signIn = await users.logIn(name)
    expect(signIn).toMatch(/^lsp_/)
    const lookup = await users.send('POST', 'auth/second-factor/preview', { payload: { signIn } })
    expect(lookup.body.methods).toEqual({ passkey: false, totp: true, recoveryCode: true })
    const done = await users.complete(signIn, {
      kind: 'totp',
      code: (await generate({ secret })).replace(/^.{3}/, '$& '),
    })
    expect(done.status).toBe(200)
    expect(done.cookie).toContain('longshore_session=')
    expect((await users.as(done.body.token as string).call('GET', 'profile')).status).toBe(200)
  })

  test('with a passkey as second factor, and with a recovery code in its place', async () => {
    const name = newName()
    const { passkey, recoveryCodes } = await users.addPasskey(await users.newUser(name))
    expect((await users.completeWithPasskey(await users.logIn(name), passkey)).status).toBe(200)
    const proof = { kind: 'recoveryCode', code: recoveryCodes[0]?.toLowerCase() }
    const done = await users.complete(await users.logIn(name), proof)
    expect(done.status).toBe(200)
    const recovered = users.as(done.body.token as string)
    expect((await recovered.call('GET', 'auth/factors')).body).toMatchObject({ recoveryCodes: { left: 9 } })
  })

  test('a code of the previous step is valid; older and newer ones are not', async () => {
    const name = newName()
    const { secret } = await users.addTotp(await users.newUser(name))
    const signIn = await users.logIn(name)
    const statusOf = async (offset: number) => {
      await users.resetLastCodes()
      const code = await generate({ secret, epoch: Date.now() / 1000 + offset })
      return (await users.complete(signIn, { kind: 'totp', code })).status
    }
    expect([await statusOf(-90), await statusOf(90)]).toEqual([403, 403])
    // A step may end in between; the next code is then that of the previous step.
    await expect.poll(() => statusOf(-30)).toBe(200)
  })

  test('the notice of a recovery code used for step-up does not state the number left', async () => {
    const user = await users.newUser(newName())
    const { recoveryCodes } = await users.addTotp(user)
    const proof = { kind: 'recoveryCode', code: recoveryCodes[1] }
    expect((await user.call('POST', 'auth/step-up', { proof })).status).toBe(200)
    const { body } = await user.call('GET', 'user-notification/paginated')
    expect((body.notifications as object[])[0]).toMatchObject({
      title: 'A recovery code was used',
      message: expect.stringMatching(/^It confirmed an action in your account\./),
    })
  })

  test('a user is notified in the console, by mail and in the security log of changes and of a used recovery code', async () => {
    const name = newName()
    const user = await users.newUser(name)
    const { recoveryCodes } = await users.addTotp(user)
    await users.complete(await users.logIn(name), { kind: 'recoveryCode', code: recoveryCodes[1] })
    await user.call('DELETE', 'auth/totp')
    const { body } = await user.call('GET', 'user-notification/paginated')
    const titles = (body.notifications as { title: string }[]).map(({ title }) => title)
    expect(titles.slice(0, 3)).toEqual([
      'The authenticator app was removed',
      'A recovery code was used',
      'An authenticator app was set up',
    ])
    const log = (await user.call('GET', 'auth/security-log')).body.entries as { action: string }[]
    const actions = log.map(({ action }) => action).filter((action) => !action.startsWith('session.'))
    expect(actions).toEqual(['factor.removed', 'recoveryCode.used', 'factor.added', 'login.connected'])
    await expect
      .poll(async () => (await users.send('GET', 'sandbox/mail')).body.mails)
      .toContainEqual(expect.objectContaining({ subject: expect.stringContaining('A recovery code was used') }))
  })
})

describe('step-up', () => {
  const token = (organizationId: string) => ({ name: 'deploys', organizationId, expiresAt: null })
  const withOrganization = async () => {
    const user = await users.newUser(newName())
    const { body } = await user.call('POST', 'organization', { name: newName() })
    const { _id: id } = body.organization as { _id: string }
    return { user, id }
  }

  test('is not needed without a second factor', async () => {
    const { user, id } = await withOrganization()
    await users.expireStepUps()
    expect((await user.call('POST', 'api-keys', token(id))).status).toBe(200)
  })

  test('with one, a call is rejected until step-up, and allowed for ten minutes after it', async () => {
    const { user, id } = await withOrganization()
    const { passkey } = await users.addPasskey(user)
    const { secret } = await users.addTotp(user)
    await users.expireStepUps()
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect((await user.call('POST', 'api-keys', token(id), key)).body.error).toBe('stepUpNeeded')
    expect((await users.stepUpWithPasskey(user, passkey)).status).toBe(200)
    expect((await user.call('POST', 'api-keys', token(id), key)).status).toBe(200)
    expect((await user.call('DELETE', `organization/${id}`)).status).toBe(200)

    await users.expireStepUps()
    expect((await user.call('POST', 'api-keys', token(id), key)).body.error).toBe('responseAlreadyReturned')
    expect((await user.call('DELETE', 'auth/totp')).body.error).toBe('stepUpNeeded')
    await users.resetLastCodes()
    expect((await user.call('POST', 'auth/step-up', { proof: await users.totp(secret) })).status).toBe(200)
    expect((await user.call('DELETE', 'auth/totp')).status).toBe(200)
  })

  test('approving a command line needs it; denying one does not', async () => {
    const { user } = await withOrganization()
    const { secret } = await users.addTotp(user)
    await users.expireStepUps()
    const device = async () => (await users.send('POST', 'auth/cli/device', { payload: {} })).body.userCode as string
    const decide = async (userCode: string, approve: boolean) =>
      (await user.call('POST', 'auth/cli/decision', { userCode, approve })).status
    const waiting = await device()
    expect([await decide(waiting, true), await decide(await device(), false)]).toEqual([403, 200])
    await users.resetLastCodes()
    await user.call('POST', 'auth/step-up', { proof: await users.totp(secret) })
    expect(await decide(waiting, true)).toBe(200)
  })

  test('the first factor can be set up only shortly after a login; the second one after step-up', async () => {
    const { user } = await withOrganization()
    await users.expireStepUps()
    expect((await user.call('GET', 'auth/factors')).body.needsFreshSignIn).toBe(true)
    expect((await user.call('POST', 'auth/passkeys/options')).body.error).toBe('freshSignInNeeded')
    expect((await user.call('POST', 'auth/totp')).body.error).toBe('freshSignInNeeded')
  })
})
