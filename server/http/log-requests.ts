import type { FastifyInstance } from 'fastify'
import { callerOf } from './caller-of-request.ts'

/** One line for each answer. Never the query or the headers: they may hold tokens. */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const caller = callerOf(request)
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller.kind === 'person' ? { userId: caller.userId } : {}),
      },
      'answered',
    )
    done()
  })
}
