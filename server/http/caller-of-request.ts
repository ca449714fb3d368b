import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import type { Authenticate, Caller } from './handler.ts'
import { isLimitedByBody } from './limited-by-body.ts'
import { networkOf } from './network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    authenticatedCaller: Caller | null
    /** The error for a token that is not valid. */
    unknownCaller: unknown
  }
}

/** The sandbox’s providers issue their own tokens, and registries send a secret of their own to deploy hooks. */
const ACCEPTS_TOKENS = /^\/api\/(?!sandbox\/|deploy-hook\/)/

const visitor: Caller = { kind: 'visitor' }

/**
 * Authenticates the caller before the body is read. A caller with an invalid token is rejected only after the rate
 * limits have counted the request, which a route does between the two hooks.
 */
export const authenticateRequests = (app: FastifyInstance, authenticate: Authenticate): void => {
  app.decorateRequest('authenticatedCaller', null)
  app.decorateRequest('unknownCaller', null)
  app.addHook('onRequest', async (request) => {
    if (!ACCEPTS_TOKENS.test(request.url)) return
    const token = bearerOf(request.headers.authorization)
    if (token === undefined) return
    try {
      request.authenticatedCaller = await authenticate(token, networkOf(request.ip))
    } catch (error) {
      request.unknownCaller = error
    }
  })
  app.addHook('preParsing', async (request) => {
    if (!isLimitedByBody(request)) rejectUnknownCaller(request)
  })
  app.addHook('preHandler', async (request) => rejectUnknownCaller(request))
}

const rejectUnknownCaller = ({ unknownCaller }: FastifyRequest): void => {
  if (unknownCaller !== null) throw unknownCaller
}

export const callerOf = (request: FastifyRequest): Caller => request.authenticatedCaller ?? visitor

/** Returns the rate-limit key of a request: the user, or the address of an unknown caller. */
export const rateLimitKey = (request: FastifyRequest): string => {
  const caller = callerOf(request)
  return caller.kind === 'user' ? caller.userId : networkOf(request.ip)
}
