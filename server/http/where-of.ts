import type { FastifyRequest } from 'fastify'

const MAX_USER_AGENT_LENGTH = 300

/** The caller's network address, as far as trusted proxies report it, and user agent. */
export interface Where {
  address: string
  userAgent: string
}

export const whereOf = (request: FastifyRequest): Where => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
})
