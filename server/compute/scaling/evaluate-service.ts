import type { AutoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { decideReplicas, type ScalingChoice } from '../../../src/rules/scaling/decide-replicas.ts'
import type { ReplicaUse } from '../../../src/rules/scaling/measure-targets.ts'
import { limitsOf, type ReplicaLimits } from '../../../src/rules/scaling/scaled-replicas.ts'
import type { RecentUse } from '../metrics/sampling/recent-samples.ts'
import type { ScaledService } from './scaled-services.ts'
import type { ServiceMemory } from './service-memory.ts'

/** A replica without any measurement counts as starting for this long: its first rate needs two samples. */
const UNMEASURED_SECONDS = 45

export interface Evaluated {
  choice: ScalingChoice
  limits: ReplicaLimits
  scheduled: number
}

interface Clocks {
  nowMs: number
  now: Date
}

/** Decides on one service, from what its replicas used lately and what is remembered of it. */
export function evaluateService(
  { service, current, ready, isRollingOut }: ScaledService,
  rules: AutoscalingRules,
  recent: readonly RecentUse[],
  memory: ServiceMemory,
  { nowMs, now }: Clocks,
): Evaluated {
  const uses = new Map(recent.map((use) => [use.replicaId, use]))
  const measured = ready.flatMap(({ id, seconds }): ReplicaUse[] => {
    const use = uses.get(id)
    const isNew = seconds >= 0 && seconds < UNMEASURED_SECONDS && (use === undefined || use.cpuMilli === null)
    return isNew ? [] : [use ?? unmeasured]
  })
  memory.sawCount(nowMs, current)
  memory.sawRequests(nowMs, current === 0 ? undefined : isIdle(recent))
  const limits = limitsOf(rules, service)
  const scheduled = memory.scheduled(rules, now)
  const kept = rules.scaleDownCooldownSeconds
  const choice = decideReplicas({
    rules,
    limits,
    scheduled,
    current,
    size: service,
    ready: measured,
    isRollingOut,
    ...memory.spans(nowMs, kept),
  })
  return { choice, limits, scheduled }
}

const unmeasured: ReplicaUse = { cpuMilli: null, memoryBytes: null, requestsPerSecond: null, connections: null }

/** Undefined unless the gateway measured every replica. */
function isIdle(recent: readonly RecentUse[]): boolean | undefined {
  if (recent.length === 0 || recent.some(({ connections }) => connections === null)) return undefined
  return recent.every(({ requestsPerSecond, connections }) => requestsPerSecond === 0 && connections === 0)
}
