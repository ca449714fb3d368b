import type { FastifyReply } from 'fastify'

/** Aborted when the caller is gone, also where it had gone before this was asked. */
export const disconnectSignal = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
