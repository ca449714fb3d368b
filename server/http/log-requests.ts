import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from './caller-of-request.ts'

/**
 * Logs one line for each response. Never logs the query or the headers, which may contain tokens, nor a secret in the
 * path.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const caller = callerOf(request)
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller.kind === 'user' ? { userId: caller.userId } : {}),
      },
      'request completed',
    )
    done()
  })
}

const pathOf = ({ url, params }: FastifyRequest): string => {
  const [path = ''] = url.split('?')
  const ticket = (params as { ticket?: string } | undefined)?.ticket
  return ticket ? path.replace(ticket, '…') : path
}
