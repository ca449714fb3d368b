import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import { isCountedByBody } from './counted-by-body.ts'
import type { Authenticate, Caller } from './handler.ts'
import { networkOf } from './network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    knownCaller: Caller | null
    /** Why the token of the request is worth nothing. */
    unknownCaller: unknown
  }
}

/** The sandbox's providers give tokens of their own. */
const TAKES_OUR_TOKENS = /^\/api\/(?!sandbox\/)/

const visitor: Caller = { kind: 'visitor' }

/**
 * Finds out who calls before anything of the body is read. Whoever brings a wrong token is refused after the limits have
 * counted them, which a route does between the two hooks.
 */
export const knowCallers = (app: FastifyInstance, authenticate: Authenticate): void => {
  app.decorateRequest('knownCaller', null)
  app.decorateRequest('unknownCaller', null)
  app.addHook('onRequest', async (request) => {
    if (!TAKES_OUR_TOKENS.test(request.url)) return
    const token = bearerOf(request.headers.authorization)
    if (token === undefined) return
    try {
      request.knownCaller = await authenticate(token, networkOf(request.ip))
    } catch (error) {
      request.unknownCaller = error
    }
  })
  app.addHook('preParsing', async (request) => {
    if (!isCountedByBody(request)) refuseUnknown(request)
  })
  app.addHook('preHandler', async (request) => refuseUnknown(request))
}

const refuseUnknown = ({ unknownCaller }: FastifyRequest): void => {
  if (unknownCaller !== null) throw unknownCaller
}

export const callerOf = (request: FastifyRequest): Caller => request.knownCaller ?? visitor

/** Whom a rate limit counts: the person, or the address of somebody unknown. */
export const countedAs = (request: FastifyRequest): string => {
  const caller = callerOf(request)
  return caller.kind === 'person' ? caller.userId : networkOf(request.ip)
}
