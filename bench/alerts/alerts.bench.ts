import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { createEvaluator } from '../../server/alerts/evaluation/evaluator.ts'
import { createRecentSamples } from '../../server/compute/metrics/sampling/recent-samples.ts'
import { sampledReplicas } from '../../server/compute/metrics/sampling/sampled-replicas.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import { holdSamplingLease } from '../../server/compute/metrics/store/sampling-lease.ts'
import { addInstance, addOrganization, sample } from '../../tests/server/metrics-harness.ts'
import { startBenchStore } from '../support/database/bench-store.ts'
import { median, printFigure } from '../support/figures.ts'

/** One round of 10,000 rules over 1,000 replicas of 50 organisations, of which one rule in a hundred is pending or fires. */
const ORGANIZATIONS = 50
const RULES = 200
const INSTANCES = 10
const REPLICAS = 2
const ROUNDS = 12

const { store, log, stop } = await startBenchStore()
try {
  await createMetricTables(store.db)
  const node = randomUUID()
  await holdSamplingLease(store.db, node)
  let monotonicMs = 0
  for (let number = 0; number < ORGANIZATIONS; number += 1) {
    const organization = await addOrganization(store, `fleet-${number}`)
    for (let instance = 0; instance < INSTANCES; instance += 1)
      await addInstance(
        store,
        organization,
        `boat-${instance}`,
        Array.from({ length: REPLICAS }, (_, index) => ({ service: 'web', index })),
      )
    await store.db.execute(sql`
      insert into alert (organization_id, name, severity, condition, notify, mail)
      select ${organization}, 'rule ' || n, 'warning', case when n % 4 = 3 then '{"kind":"health","forSeconds":60}'::jsonb else
        jsonb_build_object('kind', 'metric', 'param', (array['cpu', 'memory', 'restarts'])[n % 3 + 1], 'of',
          case when n % 2 = 0 then 'together' else 'replicas' end, 'direction', 'above',
          'threshold', case when n % 100 = 0 then 1 else 1e12 end, 'forSeconds', 60, 'noDataSeconds', null) end, true, false
      from generate_series(0, ${RULES - 1}::int) as n`)
  }
  const recent = createRecentSamples(() => monotonicMs)
  const replicas = await sampledReplicas(store.db)
  recent.setReplicas(replicas)
  const evaluator = createEvaluator({
    db: store.db,
    log,
    node,
    recent,
    readLogBreaches: async () => new Map(),
    sendDue: async () => {},
    monotonicMs: () => monotonicMs,
  })
  const tookMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    monotonicMs += 10_000
    recent.add(round * 10, new Map(replicas.map(({ id }) => [id, sample(200 + round, 64)])))
    await holdSamplingLease(store.db, node)
    const startedAt = performance.now()
    await evaluator.evaluate()
    tookMs.push(performance.now() - startedAt)
  }
  console.log('\nAlerts')
  const of = `${replicas.length} replicas; the slowest round, which begins incidents, took ${Math.max(...tookMs).toFixed(0)} ms`
  printFigure('10,000 rules evaluated: one round', median(tookMs), 'ms', 1000, of)
} finally {
  await stop()
}
