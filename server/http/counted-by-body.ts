import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** When a limit counts that has to know the body: once it is read, and before anything is done. */
export const BY_BODY = 'preValidation' satisfies RateLimitOptions['hook']

export const isCountedByBody = ({ routeOptions }: FastifyRequest): boolean => {
  const limit = routeOptions.config?.rateLimit
  return typeof limit === 'object' && limit.hook === BY_BODY
}
