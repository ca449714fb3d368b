import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'

/**
 * Returns the IPv4 name servers that Docker forwards its containers' queries to: those of the daemon's configuration,
 * else the machine's. The daemon itself queries a resolver on loopback, so it needs no rule; Docker then uses systemd's
 * list.
 */
export function findResolvers(root = '/'): string[] {
  const configured = daemonSetting(`${root}etc/docker/daemon.json`)
  if (configured.length > 0) return configured.filter(isOutside)
  const machine = nameServers(`${root}etc/resolv.conf`).filter(isOutside)
  return machine.length > 0 ? machine : nameServers(`${root}run/systemd/resolve/resolv.conf`).filter(isOutside)
}

function isOutside(address: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(address) && ipaddr.IPv4.parse(address).range() !== 'loopback'
}

function nameServers(path: string): string[] {
  return [...read(path).matchAll(/^\s*nameserver\s+(\S+)/gm)].map(([, address = '']) => address)
}

function daemonSetting(path: string): string[] {
  try {
    const { dns }: { dns?: unknown } = JSON.parse(read(path))
    return Array.isArray(dns) ? dns.map(String) : []
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
