import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** What proxies, load balancers and content networks add to a request that they pass on. */
const FORWARDING =
  /^(?:x-forwarded(?:-.+)?|forwarded|via|cdn-loop|cf-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|true-client-ip|fastly-.+|fly-.+|x-envoy-.+|x-azure-.+|x-arr-.+|x-amzn-.+|x-amz-cf-.+)$/

/** Whether a request says that somebody passed it on. Nobody else has a reason to say so. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name))

/** The proxies that the settings name, by address. */
export const createProxyTrust = (trustProxy: string[]): ((address: string | undefined) => boolean) => {
  const isTrusted = proxyAddr.compile(trustProxy)
  return (address) => address !== undefined && isTrusted(address, 0)
}

/** Whether a request was passed on by somebody whom the settings do not name: nobody knows then where it came from. */
export const isFromUnknownProxy = (
  isTrusted: ReturnType<typeof createProxyTrust>,
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
): boolean => {
  if (!isForwarded(headers)) return false
  return !isTrusted(socket.remoteAddress) || headers['x-forwarded-for'] === undefined
}
