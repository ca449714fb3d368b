import type { InjectOptions } from 'fastify'
import type { Provider } from '../../src/contract/wire/account.ts'
import type { SessionHarness } from './session-harness.ts'

/** Signs in a sandbox user, and makes calls as them. */
export const signedIn = async (harness: SessionHarness, name: string, provider: Provider = 'github') => {
  const loginResponse = await harness.app.inject(`/api/auth/${provider}/login?sandbox_user=${encodeURIComponent(name)}`)
  const token = new URL(loginResponse.headers.location ?? '', harness.origin).searchParams.get('token')
  if (!token)
    throw new Error(`${name} was not signed in: ${loginResponse.statusCode} ${loginResponse.headers.location}`)
  return {
    token,
    /** The cookie of the session, as a browser would send it. */
    cookie: String(loginResponse.headers['set-cookie']).split(';')[0] ?? '',
    call: async (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      payload?: InjectOptions['payload'],
    ) => {
      const response = await harness.app.inject({
        method,
        url: `/api/${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload !== undefined && { payload }),
      })
      return { status: response.statusCode, body: response.json() }
    },
  }
}
