import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../sandbox/loopback.ts'

/** The origin that a provider sends the browser back to. On a person's own machine it is whatever loopback name they use. */
export const requestOrigin = (config: Pick<Config, 'mode' | 'publicUrl'>, request: FastifyRequest): string => {
  const { host } = request.headers
  return config.mode === 'sandbox' && isLoopbackHost(host) ? `http://${host}` : config.publicUrl
}
