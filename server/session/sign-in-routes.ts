import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type Provider, providers } from '../../src/contract/wire/account.ts'
import { Refused } from '../http/refused.ts'
import { isFromThisMachine } from '../sandbox/loopback.ts'
import { sandboxPerson } from '../sandbox/person.ts'
import { SignInFailure } from './sign-in-failure.ts'

const LONGEST_REFERRAL_CODE = 100

const providerParams = v.object({ provider: v.picklist(providers) })
const startQuery = v.object({
  referralCode: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_REFERRAL_CODE))),
  sandbox_user: v.optional(v.string()),
})

export interface SignInFlow {
  /** Where the browser goes, and the cookie that it takes along. */
  leave(asked: {
    provider: Provider
    intent: 'login' | 'signup'
    referralCode: string | undefined
    request: FastifyRequest
  }): Promise<{ location: string; cookie: string }>
  /** The token of the person who came back. `spend` gives up the attempt's cookie, whatever comes of it. */
  comeBack(provider: Provider, request: FastifyRequest, spend: (cookie: string) => void): Promise<string>
  /** Signs a sandbox person in without asking anybody; null where there is no sandbox. */
  shortCut: ((provider: Provider, name: string, referralCode: string | undefined) => Promise<string>) | null
}

/** Where the browser goes to sign in and comes back to. The console reads the result from the address of its callback page. */
export const registerSignInRoutes = (app: FastifyInstance, flow: SignInFlow) => {
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
        return { token: await flow.shortCut(provider, sandboxUser, referralCode) }
      }
      const { location, cookie } = await flow.leave({ provider, intent, referralCode, request })
      reply.header('set-cookie', cookie)
      return { location }
    })
  }

  app.get('/api/auth/:provider/login', start('login'))
  app.get('/api/auth/:provider/signup', start('signup'))
  app.get('/api/auth/:provider/callback', async (request, reply) => {
    const provider = providerOf(request)
    return arrive(request, reply, provider, async () => ({
      token: await flow.comeBack(provider, request, (cookie) => reply.header('set-cookie', cookie)),
    }))
  })
}

/** Sends the browser on: to a provider, or to the console's callback page with a token or with what went wrong. */
const arrive = async (
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  next: () => Promise<{ location: string } | { token: string }>,
) => {
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
  try {
    const result = await next()
    if ('location' in result) return reply.redirect(result.location, 302)
    return reply.redirect(`/callback/${provider}?${new URLSearchParams({ token: result.token })}`, 302)
  } catch (error) {
    if (error instanceof Refused) throw error
    const failure = error instanceof SignInFailure ? error : new SignInFailure('sign_in_failed', { cause: error })
    if (failure.code === 'sign_in_failed')
      request.log.warn({ provider, reason: reasonOf(failure.cause) }, 'a sign-in failed')
    return reply.redirect(`/callback/${provider}?${new URLSearchParams({ error: failure.code })}`, 302)
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
