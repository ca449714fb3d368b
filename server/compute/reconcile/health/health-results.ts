import { inArray, sql } from 'drizzle-orm'
import type { ReplicaId } from '../../../../src/contract/wire/common.ts'
import { type HealthResult, KEPT_HEALTH_RESULTS } from '../../../../src/contract/wire/instance/health/health-result.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { healthResults } from '../../../store/schema.ts'

/** Keeps the last results of each replica. */
export interface HealthResults {
  record(id: ReplicaId, result: HealthResult): void
  read(ids: readonly ReplicaId[]): Promise<Map<ReplicaId, HealthResult[]>>
  start(): void
  /** Stores what is not stored yet. */
  stop(): Promise<void>
}

interface HealthResultsOptions {
  db: Db
  log: Log
  storedEveryMs?: number
}

const STORED_EVERY_MS = 10_000
/** How many replicas one statement stores. */
const BATCH = 1000

/** Results are gathered in memory and stored together: one write for each check would be most of the database's work. */
export function createHealthResults({ db, log, storedEveryMs = STORED_EVERY_MS }: HealthResultsOptions): HealthResults {
  const waiting = new Map<ReplicaId, HealthResult[]>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  async function storeBatch(batch: (readonly [ReplicaId, HealthResult[]])[]): Promise<void> {
    const ids = batch.map(([id]) => id)
    const results = batch.map(([, each]) => JSON.stringify(each))
    // A replica may have been removed meanwhile.
    await db.execute(sql`
      insert into ${healthResults} (replica_id, results)
      select given.id, given.results::jsonb
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(results)}::text[]) given (id, results)
      join replica on replica.id = given.id and replica.removed_at is null
      on conflict (replica_id) do update set results = jsonb_path_query_array(
        health_result.results || excluded.results, ${`$[last - ${KEPT_HEALTH_RESULTS - 1} to last]`}::jsonpath)`)
  }

  async function store(): Promise<void> {
    const entries = [...waiting]
    waiting.clear()
    for (let at = 0; at < entries.length; at += BATCH) {
      const batch = entries.slice(at, at + BATCH)
      await storeBatch(batch).catch((error: unknown) => {
        for (const [id, results] of batch) keep(id, results, waiting.get(id) ?? [])
        log.warn({ err: error }, 'storing health results failed; trying again later')
      })
    }
  }

  const keep = (id: ReplicaId, ...parts: HealthResult[][]): void =>
    void waiting.set(id, parts.flat().slice(-KEPT_HEALTH_RESULTS))

  return {
    record: (id, result) => keep(id, waiting.get(id) ?? [], [result]),

    async read(ids) {
      if (ids.length === 0) return new Map()
      await storing
      const notStored = new Map(ids.map((id) => [id, waiting.get(id) ?? []]))
      const rows = await db
        .select()
        .from(healthResults)
        .where(inArray(healthResults.replicaId, [...ids]))
      const stored = new Map(rows.map(({ replicaId, results }) => [replicaId, results]))
      return new Map(
        ids.map((id) => [id, [...(stored.get(id) ?? []), ...(notStored.get(id) ?? [])].slice(-KEPT_HEALTH_RESULTS)]),
      )
    },

    start() {
      timer = setInterval(() => {
        storing = storing.then(store)
      }, storedEveryMs)
    },

    async stop() {
      clearInterval(timer)
      await storing
      await store()
    },
  }
}
