import { BlockList, isIPv6 } from 'node:net'
import type { Config } from '../config.ts'

const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/** In production only neighbours read the metrics: they say much about an installation. */
export const mayReadMetrics =
  (config: Config) =>
  (ip: string): boolean =>
    config.mode === 'sandbox' || isNear(ip)

export const isNear = (ip: string): boolean => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  return near.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
