import type { RouteShorthandOptions } from 'fastify'
import { networkOf } from '../http/network-of.ts'

/** Counted by address, since no user is known yet. Users behind one office's address share the limit. */
export const signInLimit = (maxPerMinute: number): RouteShorthandOptions => ({
  config: { rateLimit: { max: maxPerMinute, timeWindow: '1 minute', keyGenerator: ({ ip }) => networkOf(ip) } },
})
