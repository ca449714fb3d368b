import type { Compute } from '../../server/compute/compute-options.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from './gateway-harness.ts'
import { putToSleep } from './put-to-sleep.ts'
import { until } from './until.ts'

export interface SleepHarness extends ComputeHarness {
  gateway: GatewayHarness
  /** Lets a control plane serve the requests to wake. */
  serveWakes(compute?: Compute): void
  /** Deploys an instance whose service may have no replicas. */
  deploySleepy(settings?: Parameters<ComputeHarness['deploy']>[0]): Promise<Instance>
  /** Does not wait until its replica has ended. */
  sleep(instance: Instance): Promise<void>
  /** Resolves once no replica is left. */
  asleep(instance: Instance): Promise<Instance>
}

/** As `updateAutoscalingRules` takes them. The scaler of a test is not to find it idle. */
export const rulesToZero = { minReplicas: 0, maxReplicas: 2, idleSeconds: 86_400 }

/** A control plane with a gateway, and services that may be scaled to zero. */
export async function sleepHarness(): Promise<SleepHarness> {
  let gateway: GatewayHarness | undefined
  const harness = await computeHarness({
    routes: { withdraw: async (withdrawal) => gateway?.routes.withdraw(withdrawal) },
  })
  const started = await gatewayHarness(harness)
  gateway = started

  return {
    ...harness,
    gateway: started,
    serveWakes: (compute = harness.compute) => compute.serveWakes(started.link),

    async deploySleepy(settings = {}) {
      const { _id: id } = await harness.deploy({ image: 'longshore/echo:1', ...settings })
      await harness.inState(id, 'Active')
      return (await harness.call('updateAutoscalingRules', { id, autoscalingRules: rulesToZero })).instance
    },

    sleep: (instance) => putToSleep(harness.store.db, soleEngine(harness.engine), instance),

    asleep: ({ _id: id }) =>
      until(async () => {
        const { rowCount } = await harness.store.pool.query(
          'select 1 from replica where instance_id = $1 and removed_at is null',
          [id],
        )
        return rowCount === 0 && harness.instance(id)
      }),

    async close() {
      await started.close()
      await harness.close()
    },
  }
}
