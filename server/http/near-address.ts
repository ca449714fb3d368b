import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { createProxyTrust, isFromUnknownProxy } from './forwarding-headers.ts'

const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/**
 * Returns whether a request comes from this machine or a private network: in production, only such callers may read the
 * metrics and the details of readiness. A request forwarded by an untrusted proxy may come from anywhere.
 */
export const createNeighbourCheck = (config: Pick<Config, 'mode' | 'trustProxy'>) => {
  const isTrusted = createProxyTrust(config.trustProxy)
  return (request: FastifyRequest): boolean =>
    config.mode === 'sandbox' || (isNear(request.ip) && !isFromUnknownProxy(isTrusted, request.raw))
}

export const isNear = (ip: string): boolean => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  // A value written by a proxy need not be an address.
  const family = isIP(plain)
  return family !== 0 && near.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}
