import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf } from '../http/network-of.ts'
import { createPlaces, type Leave } from './places.ts'

/** Enough for an office behind one address; what is more keeps nobody at another address out. */
const MOST_OF_ONE_ADDRESS = 50

export interface VisitorPlaces {
  /** Answers how to give the place back; null when the address has no more. */
  take(request: IncomingMessage): Leave | null
}

/** How many connections visitors hold, who can be counted by their address only, as far as proxies that are believed tell it. */
export const visitorPlaces = (trustProxy: string[], most = MOST_OF_ONE_ADDRESS): VisitorPlaces => {
  const trusted = proxyAddr.compile(trustProxy)
  const places = createPlaces(most)
  return { take: (request) => places.take(networkOf(proxyAddr(request, trusted))) }
}
