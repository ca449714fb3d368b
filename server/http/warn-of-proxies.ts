import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { createProxyTrust, isFromUnknownProxy } from './forwarding-headers.ts'

/** Warns the operator, once, of a proxy that is not trusted: limits and the audit log see only the proxy's address. */
export const warnOfProxies = (app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void => {
  const isTrusted = createProxyTrust(trustProxy)
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isFromUnknownProxy(isTrusted, request.raw)) {
      isWarned = true
      request.log.warn(
        { proxy: request.raw.socket.remoteAddress },
        'requests come through a proxy that is not trusted; set LONGSHORE_TRUST_PROXY to its address, and configure it to send X-Forwarded-For',
      )
    }
    done()
  })
}
