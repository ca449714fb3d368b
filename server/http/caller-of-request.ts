import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import { isCountedByBody } from './counted-by-body.ts'
import type { Authenticate, Caller } from './handler.ts'
import { networkOf } from './network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    authenticatedCaller: Caller | null
    /** Why the token of the request is worth nothing. */
    unknownCaller: unknown
  }
}

/** The sandbox's providers give tokens of their own. */
const ACCEPTS_TOKENS = /^\/api\/(?!sandbox\/)/

const visitor: Caller = { kind: 'visitor' }

/**
 * Finds out who calls before anything of the body is read. Whoever brings a wrong token is refused after the limits have
 * counted them, which a route does between the two hooks.
 */
export const knowCallers = (app: FastifyInstance, authenticate: Authenticate): void => {
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
    if (!isCountedByBody(request)) rejectUnknownCaller(request)
  })
  app.addHook('preHandler', async (request) => rejectUnknownCaller(request))
}

const rejectUnknownCaller = ({ unknownCaller }: FastifyRequest): void => {
  if (unknownCaller !== null) throw unknownCaller
}

export const callerOf = (request: FastifyRequest): Caller => request.authenticatedCaller ?? visitor

/** Whom a rate limit counts: the person, or the address of somebody unknown. */
export const countedAs = (request: FastifyRequest): string => {
  const caller = callerOf(request)
  return caller.kind === 'user' ? caller.userId : networkOf(request.ip)
}
