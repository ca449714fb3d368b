import type { FastifyRequest } from 'fastify'

const ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i
const HOST = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

export const isLoopbackHost = (host: string | undefined): host is string => host !== undefined && HOST.test(host)

/**
 * Whether a request comes from this machine and was meant for it. The host is looked at too, because a page elsewhere can
 * point its own name here; and so is who a proxy says it speaks for.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean => {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().flatMap((value) => value.split(','))
  return (
    ADDRESS.test(request.raw.socket.remoteAddress ?? '') &&
    isLoopbackHost(request.headers.host) &&
    forwarded.every((address) => ADDRESS.test(address.trim()))
  )
}
