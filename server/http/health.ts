import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Engine } from '../engines/engine.ts'
import type { Store } from '../store/connection.ts'
import { isOfThisVersion } from '../store/migrate.ts'

/** Whether one part works, and in words why not. */
export interface PartHealth {
  ok: boolean
  words: string
}

export type HealthChecks = Record<string, () => Promise<PartHealth>>

const CHECK_LIMIT_MS = 3000
const FRESH_MS = 1000

/**
 * `health` says that the process answers; `ready` says whether it can do its work. Versions, paths and addresses are told
 * to neighbours alone.
 */
export const serveHealth = (
  app: FastifyInstance,
  checks: HealthChecks,
  maySeeDetails: (request: FastifyRequest) => boolean,
): void => {
  let latest: { atMs: number; parts: Promise<Record<string, PartHealth>> } | undefined

  app.get('/api/health', async () => ({ status: 'ok' }))
  app.get('/api/ready', async (request, reply) => {
    // Many who ask at once are one question.
    if (!latest || performance.now() - latest.atMs > FRESH_MS)
      latest = { atMs: performance.now(), parts: checkedParts(checks) }
    const parts = await latest.parts
    const ready = Object.values(parts).every(({ ok }) => ok)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, parts: maySeeDetails(request) ? parts : withoutDetails(parts) })
  })
}

const withoutDetails = (parts: Record<string, PartHealth>): Record<string, PartHealth> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, { ok }]) => [name, { ok, words: ok ? 'Works.' : 'Does not work.' }]),
  )

const checkedParts = async (checks: HealthChecks): Promise<Record<string, PartHealth>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await limited(name, check)] as const)),
  )

const limited = async (name: string, check: () => Promise<PartHealth>): Promise<PartHealth> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<PartHealth>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, words: `The ${name} does not answer.` }), CHECK_LIMIT_MS)
  })
  const checked = check().catch((error: unknown) => ({
    ok: false,
    words: error instanceof Error ? error.message : String(error),
  }))
  return Promise.race([checked, late]).finally(() => clearTimeout(timer))
}

export const databaseHealth = (store: Store) => async (): Promise<PartHealth> => {
  try {
    await store.pool.query('select 1')
    return { ok: true, words: 'The database answers.' }
  } catch {
    return { ok: false, words: 'The database cannot be reached.' }
  }
}

export const migrationHealth = (store: Store) => async (): Promise<PartHealth> =>
  (await isOfThisVersion(store.pool))
    ? { ok: true, words: 'The database is of this version.' }
    : { ok: false, words: 'A newer version has changed the database. Start that version here too.' }

export const engineHealth = (engine: Pick<Engine, 'describe'>) => async (): Promise<PartHealth> => {
  const { name, version } = await engine.describe(AbortSignal.timeout(CHECK_LIMIT_MS))
  return { ok: true, words: `The engine ${name} ${version} answers.` }
}
