import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../sandbox/loopback.ts'

/**
 * Returns the origin to which a provider redirects the browser. In sandbox mode this is the loopback name that the
 * browser uses.
 */
export const requestOrigin = (config: Pick<Config, 'mode' | 'publicUrl'>, request: FastifyRequest): string => {
  const { host } = request.headers
  return config.mode === 'sandbox' && isLoopbackHost(host) ? `http://${host}` : config.publicUrl
}
