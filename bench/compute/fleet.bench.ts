import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { controlPlaneEnvironment, nodeFlags } from '../../scripts/control-plane-environment.mjs'
import { createCompute } from '../../server/compute/compute.ts'
import { configFrom } from '../../server/config.ts'
import type { Engine, Workload } from '../../server/engines/engine.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { startEmbedded } from '../../server/store/embedded.ts'
import { migrate } from '../../server/store/migrate.ts'
import { makeFolder } from '../support/control-plane.ts'
import { printFigure } from '../support/figures.ts'

/** How long a restarted control plane takes to reconcile a large fleet, and the memory that it needs for it. */
const INSTANCES = Number(process.env.BENCH_INSTANCES ?? 10_000)
const REPLICAS = 3
const MIB = 1024 ** 2

/** The flags of a control plane count too, so the benchmark runs in a process that has them. */
if (!process.execArgv.includes(nodeFlags[0] ?? '')) {
  const args = [...nodeFlags, '--expose-gc', fileURLToPath(import.meta.url)]
  const env = { ...process.env, ...controlPlaneEnvironment }
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1)
}

const log = pino({ level: 'error' })
const folder = await makeFolder()
const database = await startEmbedded({ dataFolder: folder.path, log })
const store = openStore({ url: database.url, log })
await migrate(store.pool)

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

/** Runs every workload of the fleet, and never changes. */
function stillEngine(ids: readonly string[], followed: { count: number }): Engine {
  const unused = () => Promise.reject(new Error('The fleet does not change'))
  const workloadOf = (id: string): Workload => ({
    id,
    image: 'longshore/hello:1',
    labels: {},
    state: { kind: 'running', startedAtMs: 0 },
    ports: [{ containerPort: 8080, hostPort: 20_000 }],
  })
  const untilAborted = async (signal: AbortSignal | undefined) => {
    if (signal && !signal.aborted) await once(signal, 'abort')
  }
  return {
    name: 'docker',
    describe: async () => ({
      name: 'docker',
      version: '0',
      isolation: '',
      cpuCount: 1000,
      memoryBytes: 1000 * 1024 * MIB,
    }),
    pull: unused,
    removeImage: unused,
    findInvalidVariable: async () => undefined,
    start: unused,
    stop: unused,
    restart: unused,
    remove: unused,
    inspect: async (id) => workloadOf(id),
    listens: async () => true,
    list: async () => ids.map(workloadOf),
    // biome-ignore lint/correctness/useYield: the workloads are silent
    logs: async function* (_id, { signal }) {
      followed.count += 1
      await untilAborted(signal)
    },
    exec: unused,
    stream: unused,
    pause: unused,
    resume: unused,
    exportVolume: unused,
    importVolume: unused,
    stats: unused,
    capabilities: async () => ({
      files: true,
      volumes: true,
      volumeSizes: true,
      networks: true,
      udp: true,
      commands: true,
      users: true,
      workingDirectory: true,
      sharedMemory: true,
      stopSignals: true,
    }),
    probe: unused,
    createNetwork: unused,
    removeNetwork: unused,
    connect: unused,
    disconnect: unused,
    createVolume: unused,
    removeVolume: unused,
    listVolumes: async () => [],
    volumeUsage: async () => new Map(),
    diskUsage: async () => new Map(),
    diskSpace: async () => undefined,
    // biome-ignore lint/correctness/useYield: nothing happens
    events: async function* (signal) {
      await untilAborted(signal)
    },
    close: async () => {},
  }
}

try {
  await insertFleet(store)
  const { rows } = await store.pool.query<{ id: string }>('select workload_id as id from replica')
  const followed = { count: 0 }
  const engine = stillEngine(
    rows.map(({ id }) => id),
    followed,
  )
  const compute = createCompute({
    config: configFrom({}, folder.path),
    secret: 'a secret of this benchmark, long enough',
    store,
    engine,
    log,
    routes: { withdraw: async () => {} },
    isAlone: true,
  })
  globalThis.gc?.()
  const startedAt = performance.now()
  await compute.start()
  for (;;) {
    const { rows: left } = await store.pool.query('select 1 from replica where observed_at is null limit 1')
    if (left.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - startedAt) / 1000
  // The readers of the logs are opened after the replicas are confirmed.
  while (followed.count < INSTANCES * REPLICAS) await new Promise((resolve) => setTimeout(resolve, 100))
  globalThis.gc?.()
  const megabytes = process.memoryUsage().rss / MIB
  const what = `${INSTANCES.toLocaleString('en')} instances × ${REPLICAS} replicas`
  printFigure(`restart → all of ${what} reconciled`, seconds, 's', 60, 'fake engine behind the real interface')
  printFigure(`memory with ${what}`, megabytes, 'MB', 400, 'resident, with the fake engine')
  await compute.stop()
} finally {
  await store.close()
  await database.stop()
  await folder.remove()
}
