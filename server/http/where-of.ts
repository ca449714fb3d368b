import type { FastifyRequest } from 'fastify'

const LONGEST_USER_AGENT = 300

/** From where somebody asks: as far as proxies that are believed tell, and with what. */
export interface Where {
  address: string
  userAgent: string
}

export const whereOf = (request: FastifyRequest): Where => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT),
})
