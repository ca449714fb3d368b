import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorResponse } from '../../src/contract/error-codes.ts'
import { ApiError } from './api-error.ts'
import { toApiError } from './to-api-error.ts'

/** Turns every thrown error into an error response. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

/** Sends the error response. Also used for errors before a route is found, such as an invalid URL. */
export const sendError = (
  error: FastifyError | unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const apiError = toApiError(error)
  if (apiError.code === 'unexpected') request.log.error({ err: error }, 'a call failed')
  else if (apiError.status >= 500) request.log.warn({ err: error, code: apiError.code }, 'a call could not be answered')
  const body: ErrorResponse = {
    error: apiError.code,
    message: apiError.message,
    ...(apiError.fields.length > 0 ? { fields: apiError.fields } : {}),
    requestId: request.id,
  }
  if (apiError.status === 503) void reply.header('retry-after', '1')
  return reply
    .code(apiError.status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(body)
}

export const noSuchCall = (request: FastifyRequest): ApiError =>
  new ApiError('notFound', {
    message: `Unknown endpoint: ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}.`,
  })
