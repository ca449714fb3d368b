import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import * as v from 'valibot'
import type { Sample } from '../../server/compute/metrics/columns.ts'
import { CPU_SCALE, columns, PAGE_BYTES } from '../../server/compute/metrics/columns.ts'
import { createMetrics, type Metrics } from '../../server/compute/metrics/metrics.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createEngines } from '../../server/engines/engines.ts'
import type { WorkloadStats } from '../../server/engines/interface/stats.ts'
import type { CallContext, Scope } from '../../server/http/handler.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { metricCalls } from '../../src/contract/calls/compute/metric-calls.ts'
import type { InputOf, ResponseOf } from '../../src/contract/contract.ts'
import { testDatabase } from './database.ts'

type Stats = (id: string, signal?: AbortSignal) => Promise<WorkloadStats>

export interface MetricsHarness {
  store: Store
  /** The time that the node believes to be, in milliseconds. */
  clock: { nowMs: number; monotonicMs: number }
  /** By engine: what it answers. */
  engines: Map<string, Stats>
  metrics: Metrics
  /** Lets ten seconds pass, and takes a sample. */
  tick(seconds?: number, of?: Metrics): Promise<void>
  another(options?: { isAlone?: boolean }): Metrics
  organizationId: string
  addInstance(name: string, replicas: { service: string; index: number; engine?: string }[]): Promise<AddedInstance>
  chart(instanceId: string, input?: Partial<InputOf<'readMetrics'>>): Promise<ResponseOf<'readMetrics'>>
  close(): Promise<void>
}

export interface AddedInstance {
  id: string
  replicaIds: string[]
}

/** 14:00 on a day, a start of blocks of all levels but the coarsest. */
export const START = 1_790_000_000 - (1_790_000_000 % 86_400) + 14 * 3600

const log = pino({ level: process.env.LONGSHORE_TEST_LOG ?? 'silent' })

/** Metrics over a real database, with a clock and engines of the test. */
export async function metricsHarness(): Promise<MetricsHarness> {
  const database = await testDatabase()
  const store = openStore({ url: database.url, log })
  const clock = { nowMs: START * 1000, monotonicMs: 0 }
  const engines = new Map<string, Stats>()
  const named = ['', 'far'].map((name) => ({
    name,
    title: name,
    engine: {
      stats: (id: string, signal?: AbortSignal) => engines.get(name)?.(id, signal) ?? Promise.reject(new Error('away')),
    } satisfies Pick<Engine, 'stats'>,
  }))
  const another = ({ isAlone = true } = {}) =>
    createMetrics({
      db: store.db,
      engines: createEngines<Pick<Engine, 'stats'>>(named),
      log,
      node: randomUUID(),
      isAlone,
      diskUse: () => undefined,
      nowMs: () => clock.nowMs,
      monotonicMs: () => clock.monotonicMs,
      limitMs: 200,
    })
  const metrics = another()
  const organizationId = await addOrganization(store, 'harbour')
  return {
    store,
    clock,
    engines,
    metrics,
    another,
    async tick(seconds = 10, of = metrics) {
      clock.nowMs += seconds * 1000
      clock.monotonicMs += seconds * 1000
      await of.sample()
    },
    organizationId,
    addInstance: (name, replicas) => addInstance(store, organizationId, name, replicas),
    async chart(id, input = {}) {
      const { query, response } = metricCalls.readMetrics
      const given = { ...v.parse(query, input), id }
      const scope = { organizationId } as Scope
      // The handler reads nothing else.
      return v.parse(
        response,
        await metrics.handlers.readMetrics({ input: given, scope } as CallContext<'readMetrics'>),
      )
    },
    async close() {
      await metrics.stop()
      await store.close()
      await database.close()
    },
  }
}

export async function addOrganization({ pool }: Store, username: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into organization (name, username, site_id, compute_id, storage_id)
     values ($1, $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid()) returning id`,
    [username],
  )
  return rows[0]?.id ?? ''
}

/** Inserts an instance whose replicas run, as a control plane left it. */
export async function addInstance(
  { pool }: Store,
  organizationId: string,
  name: string,
  replicas: readonly { service: string; index: number; engine?: string }[],
): Promise<AddedInstance> {
  const [id, project, deployment] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'Fleet')`, [
    project,
    organizationId,
  ])
  await pool.query(
    `insert into instance (id, organization_id, project_id, name, host, region, machine_image_id, image, container_ports,
       cpu_milli, memory_bytes, storage_bytes, daily_price_micros, state, status, active_deployment, desired_deployment)
     values ($1, $2, $3, $4, $5, 'us-west', 'nano', 'longshore/hello:1', '[8080]', 100, 1, 1, 1, 'Active', 'Deployed', $6, $6)`,
    [id, organizationId, project, name, `host-${id}`, deployment],
  )
  await pool.query(
    `insert into deployment (id, instance_id, number, configuration, status, image, active_since, created_at)
     values ($1, $2, 1, '{"services": [], "privateRegistry": null}', 'Deployed', 'longshore/hello:1', to_timestamp($3), to_timestamp($3))`,
    [deployment, id, START + 60],
  )
  const replicaIds: string[] = []
  for (const { service, index, engine = '' } of replicas) {
    const replica = randomUUID()
    replicaIds.push(replica)
    await pool.query(
      `insert into replica (id, workload_id, instance_id, deployment_id, service, index, engine, state, status, region,
         cpu_milli, memory_bytes, storage_bytes, daily_price_micros, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'Active', 'Deployed', 'us-west', 500, 268435456, 1, 1, to_timestamp($8))`,
      [replica, replica, id, deployment, service, index, engine, START - 100 * 86_400],
    )
  }
  return { id, replicaIds }
}

/** A sample with this much processor and memory, and requests where given. */
export const sample = (cpuMilli: number, mib: number, requests?: number): Sample =>
  new Map([
    [columns.cpu.id, cpuMilli * CPU_SCALE],
    [columns.memory.id, (mib * 1024 ** 2) / PAGE_BYTES],
    ...(requests === undefined
      ? []
      : ([
          [columns.connections.id, 1],
          [columns.status2xx.id, requests],
        ] as const)),
  ])
