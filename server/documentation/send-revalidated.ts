import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends a body that browsers may keep but must check before each use; responds with 304 while it is unchanged. */
export const sendRevalidated = (request: FastifyRequest, reply: FastifyReply, body: string | Buffer): FastifyReply => {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  void reply.header('cache-control', 'no-cache').header('etag', tag)
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(body)
}
