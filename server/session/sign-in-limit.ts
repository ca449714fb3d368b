import type { RouteShorthandOptions } from 'fastify'
import { networkOf } from '../http/network-of.ts'

/** Counted by address, since nobody is signed in yet; people behind one office's address share it. */
export const signInLimit = (mostAMinute: number): RouteShorthandOptions => ({
  config: { rateLimit: { max: mostAMinute, timeWindow: '1 minute', keyGenerator: ({ ip }) => networkOf(ip) } },
})
