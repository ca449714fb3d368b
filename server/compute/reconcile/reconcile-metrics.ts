import { Counter, Histogram, type Registry } from 'prom-client'
import type { Observation } from './observation.ts'

export interface ReconcileMetrics {
  looked(outcome: 'settled' | 'later' | 'failed'): void
  observed(seen: Observation, createdAt: Date): void
}

/** What the reconciler tells Prometheus; nothing without a registry. */
export function createReconcileMetrics(registry: Registry | undefined): ReconcileMetrics {
  if (!registry) return { looked: () => {}, observed: () => {} }
  const registers = [registry]
  const looks = new Counter({
    name: 'longshore_instance_looks_total',
    help: 'Looks of the reconciler at an instance, by what came of them.',
    labelNames: ['outcome'],
    registers,
  })
  const changes = new Counter({
    name: 'longshore_instance_states_total',
    help: 'Changes of instances into a state.',
    labelNames: ['state'],
    registers,
  })
  const deploys = new Histogram({
    name: 'longshore_deploy_seconds',
    help: 'Time from the wish for a new instance until it was active for the first time.',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900],
    registers,
  })
  return {
    looked: (outcome) => looks.inc({ outcome }),
    observed({ set, isFirstTime }, createdAt) {
      if (set.state) changes.inc({ state: set.state })
      if (isFirstTime) deploys.observe((Date.now() - createdAt.getTime()) / 1000)
    },
  }
}
