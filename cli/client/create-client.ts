import type { InputOf, ResponseOf, UnaryName } from '../../src/contract/contract.ts'
import type { Failure } from '../../src/core/failure.ts'
import { tokenClaims } from '../../src/rules/token-claims.ts'
import { CommandError, exitCodes } from '../command-error.ts'
import type { World } from '../world.ts'
import type { Credentials } from './credentials.ts'
import { errorOfFailure } from './failure-error.ts'
import { type CallResult, createSendCall } from './send-call.ts'

export interface Client {
  /** Rejects with a `CommandError`. */
  call<N extends UnaryName>(name: N, input: InputOf<N>): Promise<ResponseOf<N>>
  /** Returns a valid token, for a connection that is no call. */
  token(): Promise<string>
  /** Makes a public call, and returns a failure instead of rejecting. */
  tryPublic<N extends UnaryName>(name: N, input: InputOf<N>): Promise<CallResult<N>>
}

interface ClientOptions {
  url: string
  world: World
  credentials: Credentials
  userAgent: string
}

/** A token is renewed this long before it expires, so that it is valid when it arrives. */
const EARLY_MS = 10_000

/** A client of one installation, with the API token of LONGSHORE_TOKEN or else with the login of this user. */
export const createClient = ({ url, world, credentials, userAgent }: ClientOptions): Client => {
  const send = createSendCall({ url, fetch: world.fetch, userAgent, signal: world.interrupted })

  const renew = async (): Promise<string | null> => {
    const login = await credentials.of(url)
    if (!login) return null
    const renewed = await send('renewToken', { secret: login.secret }, null)
    if (renewed.kind === 'failure') {
      if (isEnded(renewed.failure)) return null
      throw errorOfFailure(renewed.failure, url)
    }
    const { token, secret = login.secret } = renewed.response
    await credentials.save(url, { ...login, token, secret })
    return token
  }

  const storedToken = async (): Promise<string> => {
    const apiToken = world.env.LONGSHORE_TOKEN
    if (apiToken) return apiToken
    const login = await credentials.of(url)
    if (!login) throw new CommandError(`You are not logged in to ${url}. Run “longshore login”.`, exitCodes.notLoggedIn)
    const expiresAtMs = tokenClaims(login.token)?.expiresAtMs ?? 0
    return expiresAtMs - EARLY_MS > world.nowMs() ? login.token : ((await renew()) ?? login.token)
  }

  return {
    token: storedToken,
    call: async (name, input) => {
      const token = await storedToken()
      let result = await send(name, input, token)
      if (result.kind === 'failure' && isEnded(result.failure) && !world.env.LONGSHORE_TOKEN) {
        const next = await renew()
        if (next !== null && next !== token) result = await send(name, input, next)
      }
      if (result.kind === 'failure') throw errorOfFailure(result.failure, url)
      return result.response
    },
    tryPublic: (name, input) => send(name, input, null),
  }
}

const isEnded = (failure: Failure): boolean => failure.kind === 'apiError' && failure.status === 401
