import type { FastifyRequest } from 'fastify'
import type { Where } from './sessions.ts'

const LONGEST_USER_AGENT = 300

export const whereOf = (request: FastifyRequest): Where => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT),
})
