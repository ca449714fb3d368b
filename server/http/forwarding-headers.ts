import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Headers that proxies, load balancers and CDNs add to a forwarded request. */
const FORWARDING =
  /^(?:x-forwarded(?:-.+)?|forwarded|via|cdn-loop|cf-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|true-client-ip|fastly-.+|fly-.+|x-envoy-.+|x-azure-.+|x-arr-.+|x-amzn-.+|x-amz-cf-.+)$/

/** Returns whether a request has headers that only proxies add. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name))

/** Returns a check whether an address is that of a trusted proxy. */
export const createProxyTrust = (trustProxy: string[]): ((address: string | undefined) => boolean) => {
  const isTrusted = proxyAddr.compile(trustProxy)
  return (address) => address !== undefined && isTrusted(address, 0)
}

/** Returns whether a request was forwarded by a proxy that is not trusted, so that its origin is unknown. */
export const isFromUnknownProxy = (
  isTrusted: ReturnType<typeof createProxyTrust>,
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
): boolean => {
  if (!isForwarded(headers)) return false
  return !isTrusted(socket.remoteAddress) || headers['x-forwarded-for'] === undefined
}
