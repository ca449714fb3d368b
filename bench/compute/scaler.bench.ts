import { sql } from 'drizzle-orm'
import { createAdmission } from '../../server/compute/admission/admission.ts'
import { createCapacities } from '../../server/compute/catalogue/capacities.ts'
import { createRegions } from '../../server/compute/catalogue/regions/regions.ts'
import { createGatewayLinks } from '../../server/compute/instances/gateway-links.ts'
import { createRecentSamples } from '../../server/compute/metrics/sampling/recent-samples.ts'
import { sampledReplicas } from '../../server/compute/metrics/sampling/sampled-replicas.ts'
import { defaultTimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import { createScaler } from '../../server/compute/scaling/scaler.ts'
import { configFrom } from '../../server/config.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { addOrganization, sample } from '../../tests/server/metrics-harness.ts'
import { startBenchStore } from '../support/database/bench-store.ts'
import { median, printFigure } from '../support/figures.ts'

/** One round of the scaler over services whose load is on target, with the samples of five minutes in memory. */
const SERVICES = Number(process.env.BENCH_SERVICES ?? 5000)
const REPLICAS = 2
const ROUNDS = 15
const KEPT_SAMPLES = 30
const CPU_MILLI = 200

/** Measures how long other work has to wait. */
const countTurns = () => {
  let [last, maxMs] = [performance.now(), 0]
  const look = () => {
    maxMs = Math.max(maxMs, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 1)
  return {
    maxTurnMs: () => {
      clearInterval(timer)
      look()
      return maxMs
    },
  }
}

const { store, path, log, stop } = await startBenchStore()
try {
  const organization = await addOrganization(store, 'fleet')
  const { rows: projects } = await store.db.execute<{ id: string }>(
    sql`insert into project (organization_id, name) values (${organization}, 'Fleet') returning id`,
  )
  const rules = {
    minReplicas: 1,
    maxReplicas: 5,
    cpuPercent: 50,
    schedules: [{ schedule: '0 8 * * 1-5', timeZone: 'Europe/Berlin', durationMinutes: 60, replicas: 1 }],
  }
  const service = {
    name: 'web',
    image: 'longshore/hello:1',
    replicas: 1,
    cpuMilli: CPU_MILLI,
    memoryBytes: 134_217_728,
    ports: [{ containerPort: 8080, protocol: 'http', exposure: 'public' }],
    volumes: [],
  }
  await store.db.execute(sql`
    with i as (
      insert into instance (organization_id, project_id, name, host, region, machine_image_id, image, container_ports,
        cpu_milli, memory_bytes, storage_bytes, daily_price_micros, state, status, autoscaling_rules, scaled_replicas)
      select ${organization}, ${projects[0]?.id}, 'boat ' || n, 'boat-' || n, 'us-west', 'nano', 'longshore/hello:1',
        '[8080]', 100, 1, 1, 1, 'Active', 'Deployed', ${JSON.stringify({ web: rules })}::jsonb,
        ${JSON.stringify({ web: REPLICAS })}::jsonb
      from generate_series(1, ${SERVICES}::int) as n returning id),
    d as (
      insert into deployment (instance_id, number, configuration, status, image, active_since)
      select id, 1, ${JSON.stringify({ services: [service], privateRegistry: null })}::jsonb, 'Deployed',
        'longshore/hello:1', now() from i returning id, instance_id)
    insert into replica (workload_id, instance_id, deployment_id, service, index, state, status, region, cpu_milli,
      memory_bytes, storage_bytes, daily_price_micros, ready_since)
    select gen_random_uuid()::text, instance_id, id, 'web', n, 'Active', 'Deployed', 'us-west', ${CPU_MILLI}, 1, 1, 1,
      now() - interval '1 hour' from d, generate_series(0, ${REPLICAS - 1}::int) as n`)
  await store.db.execute(sql`analyze`)

  const config = configFrom({}, path)
  const engines = soleEngine(createProcessEngine({ dataFolder: path }))
  let monotonicMs = 0
  const recent = createRecentSamples(() => monotonicMs)
  const replicas = await sampledReplicas(store.db)
  recent.setReplicas(replicas)
  const scaler = createScaler({
    db: store.db,
    log,
    readRecent: recent.readRecent,
    monotonicMs: () => monotonicMs,
    now: () => new Date(),
    admission: createAdmission(createCapacities(engines, config).capacities, config.quotas),
    regions: createRegions({ settings: null, engines, disabledRegions: [] }),
    links: createGatewayLinks(config.instancesUrl, config.host),
    limits: defaultTimeLimits,
  })
  const tookMs: number[] = []
  const maxTurnMs: number[] = []
  const processorMs: number[] = []
  for (let round = 0; round < KEPT_SAMPLES + ROUNDS; round += 1) {
    monotonicMs += defaultTimeLimits.scalingMs
    recent.add(round * 10, new Map(replicas.map(({ id }) => [id, sample(CPU_MILLI / 2, 64)])))
    if (round < KEPT_SAMPLES) continue
    const [startedAt, before] = [performance.now(), process.cpuUsage()]
    const turns = countTurns()
    await scaler.evaluate()
    maxTurnMs.push(turns.maxTurnMs())
    tookMs.push(performance.now() - startedAt)
    const { user, system } = process.cpuUsage(before)
    processorMs.push((user + system) / 1000)
  }
  const [first] = await sampledReplicas(store.db)
  const choice = first && scaler.last(first.instanceId, 'web')?.choice
  if (choice?.kind !== 'keep' || choice.reason !== 'onTarget') throw new Error(`Decided ${JSON.stringify(choice)}`)
  console.log('\nScaler')
  const of = `${replicas.length} replicas; the first round took ${tookMs[0]?.toFixed(0)} ms`
  printFigure(`${SERVICES} services with rules: one round`, median(tookMs), 'ms', 1000, of)
  printFigure('Longest time without a turn for requests', median(maxTurnMs), 'ms', 100, 'of one round')
  const share = (median(processorMs) * 100) / defaultTimeLimits.scalingMs
  printFigure(
    'Processor time of this process',
    share,
    '%',
    10,
    `of one core, ${median(processorMs).toFixed(0)} ms a round`,
  )
} finally {
  await stop()
}
