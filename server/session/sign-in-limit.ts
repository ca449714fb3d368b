import type { RouteShorthandOptions } from 'fastify'
import { networkOf } from '../http/network-of.ts'

/** Counted by address, since no user is known yet. Users behind one office's address share the limit. */
export const signInLimit = (mostAMinute: number): RouteShorthandOptions => ({
  config: { rateLimit: { max: mostAMinute, timeWindow: '1 minute', keyGenerator: ({ ip }) => networkOf(ip) } },
})
