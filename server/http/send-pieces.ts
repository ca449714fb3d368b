import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { endIdleReader } from './end-idle-reader.ts'

/**
 * Responds with NDJSON and sends each piece as soon as it is available. Waits for the first one, so that an error
 * before it gets its own status.
 */
export const sendPieces = async (
  reply: FastifyReply,
  pieces: AsyncIterable<unknown>,
  stallTimeoutMs?: number,
): Promise<FastifyReply> => {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()

  const lines = async function* () {
    for (let next = first; !next.done; next = await iterator.next()) yield `${JSON.stringify(next.value)}\n`
  }
  const stream = Readable.from(lines())
  // A generator that never started, because the caller had disconnected by then, does not run its `finally` by itself.
  stream.once('close', () => void iterator.return?.())
  endIdleReader(reply.raw, stallTimeoutMs)
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream)
}
