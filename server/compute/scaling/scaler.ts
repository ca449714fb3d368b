import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { storedRules } from '../../../src/rules/scaling/stored-rules.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import type { RecentSamples } from '../metrics/sampling/recent-samples.ts'
import { lockInstance } from '../reconcile/roll-out/lock-instance.ts'
import { type Evaluated, evaluateService } from './evaluate-service.ts'
import { recordDecision } from './record-decision.ts'
import { findScaledServices, readLastChanges, type ScaledService } from './scaled-services.ts'
import { ServiceMemory } from './service-memory.ts'
import { type ScaleOptions, setScaledReplicas } from './set-scaled-replicas.ts'

export interface ScalerOptions extends ScaleOptions {
  db: Db
  log: Log
  readRecent: RecentSamples['readRecent']
  /** A clock that never jumps. */
  monotonicMs: () => number
  /** For schedules only. */
  now: () => Date
}

export interface Scaler {
  /** Decides on all services once, if this node measures. */
  evaluate(signal?: AbortSignal): Promise<void>
  /** Returns what was last decided on a service of an instance; undefined on a node that does not measure. */
  last(instanceId: InstanceId, service: string): Evaluated | undefined
}

/** Means over the last samples. */
const WINDOW_SECONDS = 30
/** Most decisions wait for nothing; requests are served between so many of them. */
const DECIDED_AT_ONCE = 100

const keyOf = (instanceId: InstanceId, service: string): string => `${instanceId} ${service}`

/**
 * Decides on the replicas of services, on the one node that has their measurements. Each change is one transaction that
 * names the count it was decided for, so a node that lost the lease meanwhile changes nothing twice.
 */
export function createScaler(options: ScalerOptions): Scaler {
  const { db, log, readRecent, monotonicMs, now } = options
  const memories = new Map<string, ServiceMemory>()
  let choices = new Map<string, Evaluated>()

  async function evaluate(signal?: AbortSignal): Promise<void> {
    const services = await findScaledServices(db)
    await remember(services)
    const next = new Map<string, Evaluated>()
    for (const [at, service] of services.entries()) {
      if (at > 0 && at % DECIDED_AT_ONCE === 0) await nextTurn()
      if (signal?.aborted) return
      // One service must not keep the others waiting.
      const evaluated = await evaluateOne(service).catch((error: unknown) => {
        log.warn({ err: error, instanceId: service.instanceId }, 'a service could not be scaled; trying again')
        return undefined
      })
      if (evaluated) next.set(keyOf(service.instanceId, service.name), evaluated)
    }
    choices = next
  }

  async function remember(services: readonly ScaledService[]): Promise<void> {
    const known = new Set(services.map(({ instanceId, name }) => keyOf(instanceId, name)))
    for (const key of memories.keys()) if (!known.has(key)) memories.delete(key)
    const added = services.filter(({ instanceId, name }) => !memories.has(keyOf(instanceId, name)))
    const ids = [...new Set(added.map(({ instanceId }) => instanceId))]
    const last = await readLastChanges(db, ids, keyOf)
    for (const { instanceId, name, current } of added) {
      const key = keyOf(instanceId, name)
      memories.set(key, new ServiceMemory(monotonicMs(), current, last.get(key)))
    }
  }

  async function evaluateOne(service: ScaledService): Promise<Evaluated | undefined> {
    const { instanceId, name, current } = service
    const rules = storedRules(service.rules)
    const memory = memories.get(keyOf(instanceId, name))
    const recent = readRecent({ instanceId, service: name }, WINDOW_SECONDS)
    if (!rules || !memory || !recent) return undefined
    const nowMs = monotonicMs()
    const evaluated = evaluateService(service, rules, recent, memory, { nowMs, now: now() })
    const { choice } = evaluated
    const of = { service: name, from: current, measures: choice.measures }
    if (choice.kind === 'hold') {
      // The deployment is in the timeline itself.
      if (choice.reason === 'metricsMissing' && memory.holds())
        memory.isHeld = await keep(instanceId, { ...of, outcome: 'held', reason: choice.reason, to: current })
      return evaluated
    }
    memory.decides()
    memory.needs(nowMs, choice.needed, rules.scaleDownCooldownSeconds)
    if (memory.isHeld) {
      await keep(instanceId, { ...of, outcome: 'resumed', reason: 'metricsMissing', to: current })
      memory.isHeld = false
    }
    if (choice.kind === 'scale' && !memory.isRejected(nowMs)) {
      const { to, reason, measures } = choice
      const change = { instanceId, service: name, to, from: current, reason, measures }
      const done = await db.transaction((tx) => setScaledReplicas(tx, options, change))
      if (done.kind === 'scaled') memory.sawCount(nowMs, to)
      if (done.kind === 'refused') memory.rejected(nowMs)
    }
    return evaluated
  }

  const keep = (instanceId: InstanceId, decision: Parameters<typeof recordDecision>[2]): Promise<boolean> =>
    db.transaction(async (tx) => {
      if (!(await lockInstance(tx, instanceId))) return false
      await recordDecision(tx, instanceId, decision)
      return true
    })

  return {
    evaluate,
    last: (instanceId, service) => choices.get(keyOf(instanceId, service)),
  }
}
