import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { createProxyTrust, isFromUnknownProxy } from './forwarding-headers.ts'

const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8)
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/**
 * Returns whether a request comes from this machine or a private network: in production, only such callers may read the
 * metrics and the details of readiness. A request forwarded by an untrusted proxy may come from anywhere.
 */
export const createPrivateNetworkCheck = (config: Pick<Config, 'mode' | 'trustProxy'>) => {
  const isTrusted = createProxyTrust(config.trustProxy)
  return (request: FastifyRequest): boolean =>
    config.mode === 'sandbox' || (isPrivateAddress(request.ip) && !isFromUnknownProxy(isTrusted, request.raw))
}

export const isPrivateAddress = (ip: string): boolean => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  // A value written by a proxy need not be an address.
  const family = isIP(plain)
  return family !== 0 && privateNetworks.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}
