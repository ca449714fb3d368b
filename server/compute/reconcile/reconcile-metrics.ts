import { Counter, Histogram, type Registry } from 'prom-client'
import type { Observation } from './observation.ts'

export interface ReconcileMetrics {
  attempted(outcome: 'settled' | 'requeued' | 'failed'): void
  observed(seen: Observation, createdAt: Date): void
}

/** What the reconciler tells Prometheus; nothing without a registry. */
export function createReconcileMetrics(registry: Registry | undefined): ReconcileMetrics {
  if (!registry) return { attempted: () => {}, observed: () => {} }
  const registers = [registry]
  const attempts = new Counter({
    name: 'longshore_reconcile_total',
    help: 'Reconcile passes of an instance, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const changes = new Counter({
    name: 'longshore_instance_states_total',
    help: 'State changes of instances, by new state.',
    labelNames: ['state'],
    registers,
  })
  const deploys = new Histogram({
    name: 'longshore_deploy_seconds',
    help: 'Time from the request for a new instance until it first became active.',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900],
    registers,
  })
  return {
    attempted: (outcome) => attempts.inc({ outcome }),
    observed({ set, isFirstTime }, createdAt) {
      if (set.state) changes.inc({ state: set.state })
      if (isFirstTime) deploys.observe((Date.now() - createdAt.getTime()) / 1000)
    },
  }
}
