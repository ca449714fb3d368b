import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The hook for limits that need the body: after it is parsed, before the handler runs. */
export const BY_BODY = 'preValidation' satisfies RateLimitOptions['hook']

export const isCountedByBody = ({ routeOptions }: FastifyRequest): boolean => {
  const limit = routeOptions.config?.rateLimit
  return typeof limit === 'object' && limit.hook === BY_BODY
}
