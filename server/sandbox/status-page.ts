import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { type ReportedStatus, statusPage } from '../../src/rules/system-status.ts'
import { ApiError } from '../http/api-error.ts'
import { isFromThisMachine } from './loopback.ts'

export const SANDBOX_STATUS_PATH = '/api/sandbox/status'

const usual: Record<ReportedStatus['indicator'], string> = {
  none: 'All systems operational',
  minor: 'Partially degraded service',
  major: 'Partial system outage',
  critical: 'Major system outage',
}

const statusInput = v.strictObject({
  indicator: statusPage.entries.status.entries.indicator,
  description: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

/** Serves a stand-in for a third-party status page. Set its content with `PUT { indicator, description? }`. */
export const registerSandboxStatus = (app: FastifyInstance): void => {
  let status: ReportedStatus = { indicator: 'none', description: usual.none }

  app.get(SANDBOX_STATUS_PATH, async (request) => {
    if (!isFromThisMachine(request)) throw new ApiError('notFound')
    return { status }
  })
  app.put(SANDBOX_STATUS_PATH, async (request) => {
    if (!isFromThisMachine(request)) throw new ApiError('notFound')
    const parsed = v.safeParse(statusInput, request.body)
    if (!parsed.success)
      throw new ApiError('invalid', { message: 'Send an indicator: none, minor, major or critical.' })
    const { indicator, description } = parsed.output
    status = { indicator, description: description ?? usual[indicator] }
    return { status }
  })
}
