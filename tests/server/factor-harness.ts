import { generate } from 'otplib'
import type { SessionHarness } from './session-harness.ts'
import { type SoftPasskey, softAuthenticator } from './soft-authenticator.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface TestResponse {
  status: number
  body: Record<string, unknown> & { error?: string }
  /** The cookies of the response, as a Cookie header. */
  cookie: string
}

/** The origin of passkeys in tests without a browser. */
export const ORIGIN = 'http://localhost:4600'

/** Users with second factors: they set them up, log in and step up. */
export const factorUsers = (harness: SessionHarness) => {
  const authenticator = softAuthenticator(ORIGIN)

  const send = async (
    method: Method,
    path: string,
    { token, payload, headers = {} }: { token?: string; payload?: object; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> => {
    const response = await harness.app.inject({
      method,
      url: `/api/${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        // A browser sends the origin of the page together with its cookies.
        ...(headers.cookie !== undefined && { origin: ORIGIN }),
        ...headers,
      },
      ...(payload && { payload }),
    })
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { status: response.statusCode, body: response.json(), cookie }
  }

  /** Logs in as a sandbox user; resolves with a token or a pending sign-in. */
  const logIn = async (name: string): Promise<string> => {
    const reply = await harness.app.inject(`/api/auth/github/login?sandbox_user=${encodeURIComponent(name)}`)
    const token = new URL(reply.headers.location ?? '', ORIGIN).searchParams.get('token')
    if (!token) throw new Error(`${name} could not log in: ${reply.statusCode} ${reply.body}`)
    return token
  }

  const as = (token: string) => ({
    token,
    call: (method: Method, path: string, payload?: object, headers: Record<string, string> = {}) =>
      send(method, path, { token, headers, ...(payload && { payload }) }),
  })
  type User = ReturnType<typeof as>

  const addPasskey = async (user: User): Promise<{ passkey: SoftPasskey; id: string; recoveryCodes: string[] }> => {
    const started = await user.call('POST', 'auth/passkeys/options')
    const { passkey, reply } = authenticator.create(started.body.options as never)
    const added = await user.call('POST', 'auth/passkeys', { passkey: reply })
    if (added.status !== 200) throw new Error(`No passkey: ${JSON.stringify([started, added])}`)
    const { _id: id } = added.body.passkey as { _id: string }
    return { passkey, id, recoveryCodes: (added.body.recoveryCodes ?? []) as string[] }
  }

  const addTotp = async (user: User): Promise<{ secret: string; recoveryCodes: string[] }> => {
    const started = await user.call('POST', 'auth/totp')
    const secret = started.body.secret as string
    const confirmed = await user.call('POST', 'auth/totp/confirm', { code: await generate({ secret }) })
    if (confirmed.status !== 200) throw new Error(`No authenticator app: ${JSON.stringify([started, confirmed])}`)
    return { secret, recoveryCodes: (confirmed.body.recoveryCodes ?? []) as string[] }
  }

  return {
    authenticator,
    send,
    logIn,
    as,
    newUser: async (name: string) => as(await logIn(name)),
    addPasskey,
    addTotp,

    complete: (signIn: string, proof: object) => send('POST', 'auth/second-factor', { payload: { signIn, proof } }),

    /** Completes a login with a passkey of the user. */
    completeWithPasskey: async (signIn: string, passkey: SoftPasskey) => {
      const { body } = await send('POST', 'auth/second-factor/options', { payload: { signIn } })
      const signed = authenticator.sign(passkey, body.options as never)
      return send('POST', 'auth/second-factor', { payload: { signIn, proof: { kind: 'passkey', passkey: signed } } })
    },

    stepUpWithPasskey: async (user: User, passkey: SoftPasskey) => {
      const { body } = await user.call('POST', 'auth/step-up/options')
      const signed = authenticator.sign(passkey, body.options as never)
      return user.call('POST', 'auth/step-up', { proof: { kind: 'passkey', passkey: signed } })
    },

    totp: async (secret: string) => ({ kind: 'totp', code: await generate({ secret }) }),

    /** Resets the last accepted codes, because the next valid code is half a minute away. */
    resetLastCodes: () => harness.store.pool.query('update totp_secret set last_step = 0'),

    /** Moves the step-up and the login of every session beyond the step-up lifetime. */
    expireStepUps: () =>
      harness.store.pool.query(
        `update session set stepped_up_at = now() - interval '11 minutes', logged_in_at = now() - interval '11 minutes'`,
      ),
  }
}
