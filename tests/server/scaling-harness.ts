import { createAdmission } from '../../server/compute/admission/admission.ts'
import { createCapacities } from '../../server/compute/catalogue/capacities.ts'
import { createRegions } from '../../server/compute/catalogue/regions/regions.ts'
import { createGatewayLinks } from '../../server/compute/instances/gateway-links.ts'
import type { RecentUse } from '../../server/compute/metrics/sampling/recent-samples.ts'
import { defaultTimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import { createScaler, type Scaler } from '../../server/compute/scaling/scaler.ts'
import type { ScaleOptions } from '../../server/compute/scaling/set-scaled-replicas.ts'
import { configFrom } from '../../server/config.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { createHoldFunds } from '../../server/money/holds/hold-funds.ts'
import type { InstanceId, ReplicaId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness, quickLimits } from './compute-harness.ts'
import { until } from './until.ts'

export interface ScalingHarness extends ComputeHarness {
  scaling: ScaleOptions
  /** A scaler with a clock and measurements of the test; `another` is one of a second process. */
  scaler: Scaler
  anotherScaler(): Scaler
  clock: { monotonicMs: number; now: Date }
  /** What every replica of an instance used lately; null for a node that does not measure. */
  use: { each: Partial<RecentUse> | null }
  /** Lets seconds pass, and decides. */
  round(seconds?: number): Promise<void>
  /** Resolves when a service has so many replicas, and all are ready. */
  inReplicas(id: InstanceId, count: number): Promise<void>
  decisions(id: InstanceId): Promise<string[]>
}

const FAR_MS = 1_000_000_000

/** A control plane that scales only when the test says so. */
export async function scalingHarness(environment: NodeJS.ProcessEnv = {}): Promise<ScalingHarness> {
  const harness = await computeHarness({ limits: { ...quickLimits, scalingMs: FAR_MS }, environment })
  const { store, engine, log } = harness
  const config = configFrom({ ...environment }, '/tmp')
  const engines = soleEngine(engine)
  const scaling: ScaleOptions = {
    admission: createAdmission(
      createCapacities(engines, config).capacities,
      config.quotas,
      createHoldFunds(config.billing),
    ),
    regions: createRegions({ settings: null, engines, disabledRegions: [] }),
    links: createGatewayLinks(config.instancesUrl, config.host),
    limits: defaultTimeLimits,
  }
  const clock = { monotonicMs: 1_000_000, now: new Date('2026-05-04T12:00:00Z') }
  const use: ScalingHarness['use'] = { each: {} }
  const ready = new Map<InstanceId, ReplicaId[]>()
  const anotherScaler = () =>
    createScaler({
      ...scaling,
      db: store.db,
      log,
      monotonicMs: () => clock.monotonicMs,
      now: () => clock.now,
      readRecent: ({ instanceId }) =>
        use.each === null
          ? undefined
          : (ready.get(instanceId) ?? []).map((replicaId, index) => ({
              replicaId,
              index,
              cpuMilli: null,
              memoryBytes: null,
              requestsPerSecond: null,
              connections: null,
              ...use.each,
            })),
    })
  const scaler = anotherScaler()
  const readReplicas = async (id: InstanceId) => {
    const { replicas } = await harness.call('readReplicas', { id })
    ready.set(
      id,
      replicas.filter(({ readySince }) => readySince !== null).map(({ _id }) => _id),
    )
    return replicas
  }
  return {
    ...harness,
    scaling,
    scaler,
    anotherScaler,
    clock,
    use,
    async round(seconds = 10) {
      clock.monotonicMs += seconds * 1000
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
      // Replicas of a test are as old as its clock.
      await store.pool.query(`update replica set ready_since = ready_since - interval '100 seconds'
        where ready_since > now() - interval '100 seconds'`)
      await scaler.evaluate()
    },
    inReplicas: (id, count) =>
      until(async () => {
        const replicas = await readReplicas(id)
        const { state } = await harness.instance(id)
        const isReady = replicas.every(({ readySince, drainingSince }) => readySince !== null && drainingSince === null)
        return state === 'Active' && replicas.length === count && isReady
      }, 25_000).then(() => undefined),
    async decisions(id) {
      const { decisions } = await harness.call('readScalingDecisions', { id })
      return decisions.map(({ outcome, reason, from, to }) => `${outcome} ${reason} ${from} ${to}`).toReversed()
    },
  }
}
