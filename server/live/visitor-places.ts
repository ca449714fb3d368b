import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf } from '../http/network-of.ts'

/** Enough for an office behind one address; what is more keeps nobody at another address out. */
const MOST_OF_ONE_ADDRESS = 50

export interface VisitorPlaces {
  /** Answers how to give the place back; null when the address has no more. */
  take(request: IncomingMessage): (() => void) | null
}

/** How many connections visitors hold, who can be counted by their address only, as far as proxies that are believed tell it. */
export const visitorPlaces = (trustProxy: string[], most = MOST_OF_ONE_ADDRESS): VisitorPlaces => {
  const trusted = proxyAddr.compile(trustProxy)
  const taken = new Map<string, number>()
  return {
    take: (request) => {
      const address = networkOf(proxyAddr(request, trusted))
      const before = taken.get(address) ?? 0
      if (before >= most) return null
      taken.set(address, before + 1)
      return () => {
        const left = (taken.get(address) ?? 1) - 1
        if (left === 0) taken.delete(address)
        else taken.set(address, left)
      }
    },
  }
}
