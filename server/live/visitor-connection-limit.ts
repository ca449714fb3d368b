import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf } from '../http/network-of.ts'
import { createConcurrencyLimit, type Release } from './concurrency-limit.ts'

/** Enough for an office behind one address; what is more keeps nobody at another address out. */
const MOST_OF_ONE_ADDRESS = 50

export interface VisitorConnectionLimit {
  /** Answers how to give the place back; null when the address has no more. */
  take(request: IncomingMessage): Release | null
}

/** How many connections visitors hold, who can be counted by their address only, as far as proxies that are believed tell it. */
export const createVisitorConnectionLimit = (
  trustProxy: string[],
  most = MOST_OF_ONE_ADDRESS,
): VisitorConnectionLimit => {
  const trusted = proxyAddr.compile(trustProxy)
  const limit = createConcurrencyLimit(most)
  return { take: (request) => limit.take(networkOf(proxyAddr(request, trusted))) }
}
