import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The hook for limits that need the body: after it is parsed, before the handler runs. */
export const AFTER_BODY = 'preValidation' satisfies RateLimitOptions['hook']

export const isLimitedByBody = ({ routeOptions }: FastifyRequest): boolean => {
  const limit = routeOptions.config?.rateLimit
  return typeof limit === 'object' && limit.hook === AFTER_BODY
}
