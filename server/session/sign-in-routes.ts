import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type Provider, providers } from '../../src/contract/wire/account.ts'
import { text } from '../../src/contract/wire/common.ts'
import type { Authenticate } from '../http/handler.ts'
import { networkOf } from '../http/network-of.ts'
import { sessionOf } from '../http/person-of.ts'
import { Refused } from '../http/refused.ts'
import { isFromThisMachine } from '../sandbox/loopback.ts'
import { sandboxPerson } from '../sandbox/person.ts'
import type { Asker } from './connect-login.ts'
import { callbackOf, type Entered } from './enter.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { signInLimit } from './sign-in-limit.ts'

const LONGEST_REFERRAL_CODE = 100

const providerParams = v.object({ provider: v.picklist(providers) })
const startQuery = v.object({
  referralCode: v.optional(text(LONGEST_REFERRAL_CODE)),
  sandbox_user: v.optional(v.string()),
})

export interface SignInFlow {
  /** Where the browser goes, and the cookie that it takes along. */
  leave(asked: {
    provider: Provider
    intent: 'login' | 'signup' | 'connect'
    /** Who connects another login. */
    asker?: Asker
    referralCode?: string | undefined
    request: FastifyRequest
  }): Promise<{ location: string; cookie: string }>
  /** What the person who came back gets; null where a login was connected. `spend` gives up the attempt's cookie, whatever comes of it. */
  comeBack(provider: Provider, request: FastifyRequest, spend: (cookie: string) => void): Promise<Entered | null>
  /** Signs a sandbox person in without asking anybody; null where there is no sandbox. */
  shortCut:
    | ((
        provider: Provider,
        name: string,
        referralCode: string | undefined,
        request: FastifyRequest,
      ) => Promise<Entered>)
    | null
}

export interface SignInRoutes {
  flow: SignInFlow
  authenticate: Authenticate
  /** From one address; people behind one office's address share it. */
  attemptsAMinute: number
}

/** Where the browser goes to sign in and comes back to. The console reads the result from the address of its callback page. */
export const registerSignInRoutes = (app: FastifyInstance, { flow, authenticate, attemptsAMinute }: SignInRoutes) => {
  const start = (intent: 'login' | 'signup') => async (request: FastifyRequest, reply: FastifyReply) => {
    const provider = providerOf(request)
    const query = v.safeParse(startQuery, request.query)
    if (!query.success)
      throw new Refused('invalid', {
        fields: query.issues.map(({ message, path }) => ({ field: String(path?.[0]?.key), message })),
      })
    const { referralCode, sandbox_user: sandboxUser } = query.output
    return arrive(request, reply, provider, async () => {
      if (sandboxUser !== undefined) {
        if (!flow.shortCut || !isFromThisMachine(request)) throw new Refused('notFound')
        if (!sandboxPerson(sandboxUser))
          throw new Refused('invalid', {
            fields: [{ field: 'sandbox_user', message: 'A name of 1 to 60 characters.' }],
          })
        return entered(reply, await flow.shortCut(provider, sandboxUser, referralCode, request))
      }
      const { location, cookie } = await flow.leave({ provider, intent, referralCode, request })
      reply.header('set-cookie', cookie)
      return { location }
    })
  }

  const limited = signInLimit(attemptsAMinute)

  app.get('/api/auth/:provider/login', limited, start('login'))
  app.get('/api/auth/:provider/signup', limited, start('signup'))
  app.get('/api/auth/:provider/new-login-connection', limited, async (request, reply) => {
    const provider = providerOf(request)
    return arrive(request, reply, provider, async () => {
      const { userId, by } = sessionOf(await authenticate(tokenOfQuery(request), networkOf(request.ip)))
      const asker = { userId, session: by.session }
      const { location, cookie } = await flow.leave({ provider, intent: 'connect', asker, request })
      reply.header('set-cookie', cookie)
      return { location }
    })
  })
  app.get('/api/auth/:provider/callback', limited, async (request, reply) => {
    const provider = providerOf(request)
    return arrive(request, reply, provider, async () =>
      entered(reply, await flow.comeBack(provider, request, (cookie) => reply.header('set-cookie', cookie))),
    )
  })
}

const tokenOfQuery = (request: FastifyRequest): string | undefined => {
  const { token } = request.query as { token?: unknown }
  return typeof token === 'string' ? token : undefined
}

type Arrival = { location: string } | { token: string; isNew: boolean } | { connected: true }

const entered = (reply: FastifyReply, result: Entered | null): Arrival => {
  if (!result) return { connected: true }
  if (result.cookie !== null) reply.header('set-cookie', result.cookie)
  return { token: result.token, isNew: result.isNew }
}

/** Sends the browser on: to a provider, or to the console's callback page with a token or with what went wrong. */
const arrive = async (
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  next: () => Promise<Arrival>,
) => {
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
  try {
    const result = await next()
    if ('location' in result) return reply.redirect(result.location, 302)
    if ('connected' in result) return reply.redirect(`/connection-callback?${new URLSearchParams({ provider })}`, 302)
    return reply.redirect(callbackOf(provider, result), 302)
  } catch (error) {
    if (error instanceof Refused) throw error
    const failure = error instanceof SignInFailure ? error : new SignInFailure('sign_in_failed', { cause: error })
    if (failure.code === 'sign_in_failed')
      request.log.warn({ provider, reason: reasonOf(failure.cause) }, 'a sign-in failed')
    const page = failure.isConnecting ? '/connection-callback' : `/callback/${provider}`
    return reply.redirect(`${page}?${new URLSearchParams({ error: failure.code })}`, 302)
  }
}

const providerOf = (request: FastifyRequest): Provider => {
  const params = v.safeParse(providerParams, request.params)
  if (!params.success) throw new Refused('providerUnknown')
  return params.output.provider
}

/** Only names and codes: a provider's error can quote codes and tokens. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  return 'error' in cause && typeof cause.error === 'string' ? `${code}: ${cause.error}` : code
}
