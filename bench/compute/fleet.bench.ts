import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { controlPlaneEnvironment, nodeFlags } from '../../scripts/control-plane-environment.mjs'
import { createCompute } from '../../server/compute/compute.ts'
import { configFrom } from '../../server/config.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { collectGarbageWhenIdle } from '../../server/start-up/idle-memory.ts'
import type { Store } from '../../server/store/connection.ts'
import { startBenchStore } from '../support/database/bench-store.ts'
import { printFigure } from '../support/figures.ts'
import { stillEngine } from './still-engine.ts'

/** How long a restarted control plane takes to reconcile a large fleet, and the memory that it needs for it. */
const INSTANCES = Number(process.env.BENCH_INSTANCES ?? 10_000)
const REPLICAS = 3
const MIB = 1024 ** 2
const SAMPLED_EVERY_MS = 50
/** The collector checks every 30 seconds whether the process is idle. */
const IDLE_MS = 65_000

/** The flags of a control plane count too, so the benchmark runs in a process that has them. */
if (!process.execArgv.includes(nodeFlags[0] ?? '')) {
  const args = [...nodeFlags, '--expose-gc', fileURLToPath(import.meta.url)]
  const env = { ...process.env, ...controlPlaneEnvironment }
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1)
}

const { store, path, log, stop } = await startBenchStore()

/** Inserts running instances with their deployments and replicas, as a control plane left them. */
async function insertFleet({ pool }: Store): Promise<void> {
  const organization = randomUUID()
  const project = randomUUID()
  await pool.query(
    `insert into organization (id, name, username, site_id, compute_id, storage_id)
     values ($1, 'Fleet', 'fleet', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
    [organization],
  )
  await pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'Fleet')`, [project, organization])
  const service = {
    name: 'app',
    image: 'longshore/hello:1',
    entrypoint: null,
    command: null,
    environment: [],
    files: [],
    ports: [{ containerPort: 8080, protocol: 'http', exposure: 'public' }],
    volumes: [],
    cpuMilli: 100,
    memoryBytes: 64 * MIB,
    storageBytes: 512 * MIB,
    replicas: REPLICAS,
    healthCheck: null,
    restartPolicy: 'always',
    stopGraceMs: 10_000,
    startAfter: [],
    releaseCommand: null,
  }
  await pool.query(
    `with made as (
       insert into instance (organization_id, project_id, name, host, region, machine_image_id, image, container_ports,
         cpu_milli, memory_bytes, storage_bytes, daily_price_micros, state, status, active_deployment)
       select $1, $2, 'ship ' || n, 'ship-' || n, 'us-west', 'nano', 'longshore/hello:1', '[8080]', 100, 1, 1, 1, 'Active',
         'Deployed', gen_random_uuid()
       from generate_series(1, $3::int) as n returning id, active_deployment
     ), deployed as (
       insert into deployment (id, instance_id, number, configuration, status, image, active_since)
       select active_deployment, id, 1, $4::jsonb, 'Deployed', 'longshore/hello:1', now() from made returning id, instance_id
     ), named as (
       select gen_random_uuid() as id, d.instance_id, d.id as deployment_id, n as index
       from deployed d, generate_series(0, $5::int - 1) as n
     )
     insert into replica (id, workload_id, instance_id, deployment_id, service, index, published_ports, state, status,
       active_since, ready_since, region, cpu_milli, memory_bytes, storage_bytes, daily_price_micros)
     select id, id::text, instance_id, deployment_id, 'app', index, '[{"containerPort": 8080, "hostPort": 20000}]',
       'Active', 'Deployed', now(), now(), 'us-west', 100, 1, 1, 1 from named`,
    [organization, project, INSTANCES, JSON.stringify({ services: [service], privateRegistry: null }), REPLICAS],
  )
  await pool.query('update instance set desired_deployment = active_deployment')
  await pool.query('analyze')
}

try {
  await insertFleet(store)
  const { rows } = await store.pool.query<{ id: string }>('select workload_id as id from replica')
  let followed = 0
  const engine = stillEngine(
    rows.map(({ id }) => id),
    () => {
      followed += 1
    },
  )
  const compute = createCompute({
    config: configFrom({}, path),
    secret: 'a secret of this benchmark, long enough',
    store,
    engines: soleEngine(engine),
    log,
    routes: { withdraw: async () => {} },
    isAlone: true,
  })
  globalThis.gc?.()
  let peakBytes = 0
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, SAMPLED_EVERY_MS)
  // As the real process does, which returns memory once it is idle.
  const stopCollecting = collectGarbageWhenIdle()
  const startedAt = performance.now()
  await compute.start()
  for (;;) {
    const { rows: left } = await store.pool.query('select 1 from replica where observed_at is null limit 1')
    if (left.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - startedAt) / 1000
  // The readers of the logs are opened after the replicas are confirmed.
  while (followed < INSTANCES * REPLICAS) await new Promise((resolve) => setTimeout(resolve, 100))
  clearInterval(sampling)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  stopCollecting()
  const megabytes = process.memoryUsage.rss() / MIB
  const what = `${INSTANCES.toLocaleString('en')} instances × ${REPLICAS} replicas`
  printFigure(`restart → all of ${what} reconciled`, seconds, 's', 60, 'fake engine behind the real interface')
  const peak = `resident, with the fake engine; at most ${(peakBytes / MIB).toFixed(0)} MB while it starts`
  printFigure(`memory with ${what}`, megabytes, 'MB', 400, peak)
  await compute.stop()
} finally {
  await stop()
}
