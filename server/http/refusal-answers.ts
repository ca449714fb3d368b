import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalBody } from '../../src/contract/refusals.ts'
import { refusalOf } from './refusal-of.ts'
import { Refused } from './refused.ts'

/** Turns whatever is thrown into the answer that a caller can read. */
export const answerRefusals = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply))
}

/** For what fails before a route is found, as an address that cannot be read. */
export const sendRefusal = (
  error: FastifyError | unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const refusal = refusalOf(error)
  if (refusal.code === 'unexpected') request.log.error({ err: error }, 'a call failed')
  else if (refusal.status >= 500) request.log.warn({ err: error, code: refusal.code }, 'a call could not be answered')
  const body: RefusalBody = {
    error: refusal.code,
    message: refusal.message,
    ...(refusal.fields.length > 0 ? { fields: refusal.fields } : {}),
    requestId: request.id,
  }
  if (refusal.status === 503) void reply.header('retry-after', '1')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(body)
}

export const noSuchCall = (request: FastifyRequest): Refused =>
  new Refused('notFound', { words: `There is no call ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}.` })
