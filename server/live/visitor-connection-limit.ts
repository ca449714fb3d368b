import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf } from '../http/network-of.ts'
import { createConcurrencyLimit, type Release } from './concurrency-limit.ts'

/** Enough for an office behind one address. One address cannot use up the connections of others. */
const MAX_PER_ADDRESS = 50

export interface VisitorConnectionLimit {
  /** Returns a function that releases the slot; null at the limit of the address. */
  take(request: IncomingMessage): Release | null
}

/** Limits the connections of visitors by address, as reported by trusted proxies. */
export const createVisitorConnectionLimit = (trustProxy: string[], max = MAX_PER_ADDRESS): VisitorConnectionLimit => {
  const trusted = proxyAddr.compile(trustProxy)
  const limit = createConcurrencyLimit(max)
  return { take: (request) => limit.take(networkOf(proxyAddr(request, trusted))) }
}
