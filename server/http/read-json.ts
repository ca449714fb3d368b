import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Accepts only JSON bodies. An empty body with a content type counts as none, because many clients send it. */
export const readJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    return parse(request, body.toString(), (error, value) =>
      error ? done(new ApiError('malformed', { cause: error })) : done(null, value),
    )
  })
}
