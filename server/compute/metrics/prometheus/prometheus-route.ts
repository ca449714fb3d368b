import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { may } from '../../../../src/contract/access.ts'
import { organizationId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'
import { callerOf } from '../../../http/caller-of-request.ts'
import type { Authorize } from '../../../http/policy.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import { createConcurrencyLimit, takeSlots } from '../../../live/concurrency-limit.ts'
import type { Db } from '../../../store/connection.ts'
import { exposedMetrics } from './exposed-metrics.ts'
import { EXPOSITION_TYPE, exposition } from './exposition.ts'

interface RouteOptions {
  db: Db
  authorize: Authorize
  ready: () => Promise<void>
  nowMs: () => number
}

/** Of one organisation. */
const MAX_AT_ONCE = 2
const FULL = `The metrics of this organisation are being read ${MAX_AT_ONCE} times. Try again in a few seconds.`

const access = may('instances.read', 'organization', 'params.id')

/** Serves the metrics of an organisation to Prometheus. It is no API call, because its response is not JSON. */
export function servePrometheus(app: FastifyInstance, { db, authorize, ready, nowMs }: RouteOptions): void {
  const limit = createConcurrencyLimit(MAX_AT_ONCE)
  app.get<{ Params: { id: string } }>('/api/organization/:id/compute/metrics', async (request, reply) => {
    const id = v.safeParse(organizationId, request.params.id)
    if (!id.success) throw new ApiError('notFound')
    const scope = await authorize(callerOf(request), access, id.output)
    const release = takeSlots([{ limit, key: id.output, full: FULL }], 'tooMany')
    try {
      await ready()
      const metrics = await exposedMetrics(db, scopeOf(scope).organizationId, Math.floor(nowMs() / 1000))
      return await reply.type(EXPOSITION_TYPE).header('cache-control', 'no-store').send(exposition(metrics))
    } finally {
      release()
    }
  })
}
