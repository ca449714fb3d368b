import { columns, type Sample } from '../columns.ts'
import type { SampledReplica } from './sampled-replicas.ts'

type Counted = Pick<SampledReplica, 'id' | 'restarts'>

export interface RestartCounts {
  /** Adds to each sample the restarts since the last call, also of programs that ended before they could be measured. */
  addTo(samples: Map<string, Sample>, replicas: readonly Counted[]): void
}

export function createRestartCounts(): RestartCounts {
  let before: ReadonlyMap<string, number> | undefined

  return {
    addTo(samples, replicas) {
      for (const { id, restarts } of replicas) {
        // After a start of this process nobody knows when the earlier restarts were; a replica that is new since the
        // last call had all of its restarts since then.
        const since = before ? Math.max(0, restarts - (before.get(id) ?? 0)) : 0
        const sample = samples.get(id)
        if (sample || since > 0) samples.set(id, new Map([...(sample ?? []), [columns.restarts.id, since]]))
      }
      before = new Map(replicas.map(({ id, restarts }) => [id, restarts]))
    },
  }
}
