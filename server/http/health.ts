import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Engine } from '../engines/engine.ts'
import type { Engines, NamedEngine } from '../engines/engines.ts'
import type { Store } from '../store/connection.ts'
import { isOfThisVersion } from '../store/migrate.ts'

/** Whether one part works, and why not. */
export interface ComponentHealth {
  ok: boolean
  message: string
}

export type HealthChecks = Record<string, () => Promise<ComponentHealth>>

const CHECK_LIMIT_MS = 3000
/** Less, so that one engine that does not answer hides none of the others. */
const ENGINE_LIMIT_MS = 2000
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

type Described = Pick<Engine, 'describe'>

/** Works while one of the engines does: the regions of the others say that they are away. */
export const engineHealth = (engines: Pick<Engines<Described>, 'all'>) => async (): Promise<ComponentHealth> => {
  const found = await Promise.all(engines.all().map(oneEngineHealth))
  return { ok: found.some(({ ok }) => ok), message: found.map(({ message }) => message).join(' ') }
}

async function oneEngineHealth({ name, engine }: NamedEngine<Described>): Promise<ComponentHealth> {
  const which = name === '' ? '' : ` ${name}:`
  try {
    const { name: kind, version } = await engine.describe(AbortSignal.timeout(ENGINE_LIMIT_MS))
    return { ok: true, message: `The engine${which} ${kind} ${version} is available.` }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, message: name === '' ? message : `The engine${which} ${message}` }
  }
}
