import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { endIdleReader } from './end-idle-reader.ts'

/**
 * Answers with NDJSON, each piece as soon as it is there. The first one is waited for, so that a refusal before it has a
 * status of its own.
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
  // A generator that was never begun, since the caller was gone by then, runs no `finally` of its own.
  stream.once('close', () => void iterator.return?.())
  endIdleReader(reply.raw, stallTimeoutMs)
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream)
}
