import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Store } from '../store/connection.ts'
import { ApiError } from './api-error.ts'

export type Metrics = Registry

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  // Coarse, because measuring the event loop precisely keeps an idle process busy.
  collectDefaultMetrics({ register: registry, prefix: 'longshore_', eventLoopMonitoringPrecision: 100 })
  return registry
}

/** Measures every response, and serves all registered metrics. */
export const serveMetrics = (
  app: FastifyInstance,
  registry: Metrics,
  store: Store,
  mayRead: (request: FastifyRequest) => boolean,
): void => {
  const durations = new Histogram({
    name: 'longshore_http_request_seconds',
    help: 'Duration of HTTP requests, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'longshore_database_connections',
    help: 'Connections in the database pool, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, store.pool.totalCount)
      this.set({ state: 'idle' }, store.pool.idleCount)
      this.set({ state: 'waiting' }, store.pool.waitingCount)
    },
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/api/metrics', async (request, reply) => {
    if (!mayRead(request)) throw new ApiError('notFound')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
