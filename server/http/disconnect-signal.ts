import type { FastifyReply } from 'fastify'

/** Returns a signal that is aborted when the caller disconnects, or has already disconnected. */
export const disconnectSignal = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
