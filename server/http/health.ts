import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Engine } from '../engines/engine.ts'
import type { Store } from '../store/connection.ts'
import { isOfThisVersion } from '../store/migrate.ts'

/** Whether one part works, and why not. */
export interface ComponentHealth {
  ok: boolean
  message: string
}

export type HealthChecks = Record<string, () => Promise<ComponentHealth>>

const CHECK_LIMIT_MS = 3000
const FRESH_MS = 1000

/**
 * `health` reports that the process is alive; `ready` reports whether it can work. Versions, paths and addresses are
 * shown only to callers for which `maySeeDetails` is true.
 */
export const serveHealth = (
  app: FastifyInstance,
  checks: HealthChecks,
  maySeeDetails: (request: FastifyRequest) => boolean,
): void => {
  let latest: { atMs: number; components: Promise<Record<string, ComponentHealth>> } | undefined

  app.get('/api/health', async () => ({ status: 'ok' }))
  app.get('/api/ready', async (request, reply) => {
    // Concurrent requests share one check.
    if (!latest || performance.now() - latest.atMs > FRESH_MS)
      latest = { atMs: performance.now(), components: checkComponents(checks) }
    const components = await latest.components
    const ready = Object.values(components).every(({ ok }) => ok)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, components: maySeeDetails(request) ? components : withoutDetails(components) })
  })
}

const withoutDetails = (components: Record<string, ComponentHealth>): Record<string, ComponentHealth> =>
  Object.fromEntries(
    Object.entries(components).map(([name, { ok }]) => [name, { ok, message: ok ? 'Healthy.' : 'Unhealthy.' }]),
  )

const checkComponents = async (checks: HealthChecks): Promise<Record<string, ComponentHealth>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await limited(name, check)] as const)),
  )

const limited = async (name: string, check: () => Promise<ComponentHealth>): Promise<ComponentHealth> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ComponentHealth>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, message: `The ${name} is not responding.` }), CHECK_LIMIT_MS)
  })
  const checked = check().catch((error: unknown) => ({
    ok: false,
    message: error instanceof Error ? error.message : String(error),
  }))
  return Promise.race([checked, late]).finally(() => clearTimeout(timer))
}

export const databaseHealth = (store: Store) => async (): Promise<ComponentHealth> => {
  try {
    await store.pool.query('select 1')
    return { ok: true, message: 'The database is available.' }
  } catch {
    return { ok: false, message: 'The database cannot be reached.' }
  }
}

export const migrationHealth = (store: Store) => async (): Promise<ComponentHealth> =>
  (await isOfThisVersion(store.pool))
    ? { ok: true, message: 'The database schema is current.' }
    : { ok: false, message: 'A newer version has migrated the database. Start that version here too.' }

export const engineHealth = (engine: Pick<Engine, 'describe'>) => async (): Promise<ComponentHealth> => {
  const { name, version } = await engine.describe(AbortSignal.timeout(CHECK_LIMIT_MS))
  return { ok: true, message: `The engine ${name} ${version} is available.` }
}
