import type { AlertState } from '../../../src/rules/alerts/alert-state.ts'
import type { RecentSamples } from '../../compute/metrics/sampling/recent-samples.ts'
import { repeatEvery } from '../../jobs/repeat-every.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { alertStates, alerts } from '../../store/schema.ts'
import type { Breach } from './breach.ts'
import { type EvaluatedRule, evaluateRule, type Transition, type World } from './evaluate-rule.ts'
import { METRIC_WINDOW_SECONDS, readMeasured } from './metric-readings.ts'
import { readBreaches, type StateKind } from './read-breaches.ts'
import { storeTransitions } from './store-transitions.ts'

export interface EvaluatorOptions {
  db: Db
  log: Log
  node: string
  recent: Pick<RecentSamples, 'readSamples'>
  /** Returns the matches of rules about logs. */
  readLogBreaches: (rules: readonly EvaluatedRule[]) => Promise<Map<string, Breach[]>>
  sendDue: () => Promise<void>
  /** A clock that never jumps. */
  monotonicMs?: () => number
}

export interface Evaluator {
  /** Evaluates all rules once, on the node that samples metrics, and sends what is due. */
  evaluate(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const PERIOD_MS = 10_000

/** Evaluates all rules every ten seconds, on the one node that has the newest metrics. */
export function createEvaluator(options: EvaluatorOptions): Evaluator {
  const { db, log, node, recent, readLogBreaches, sendDue, monotonicMs = () => performance.now() } = options
  let stop = async () => {}
  let lastMs: number | undefined

  async function evaluate(): Promise<void> {
    const samples = recent.readSamples(METRIC_WINDOW_SECONDS)
    if (!samples) {
      lastMs = undefined
      return
    }
    const nowMs = monotonicMs()
    const elapsedSeconds = lastMs === undefined ? 0 : (nowMs - lastMs) / 1000
    lastMs = nowMs
    const rules = await readRules(db)
    if (rules.length > 0) await store(transitionsOf(rules, await readWorld(rules, samples, elapsedSeconds)))
    await sendDue()
  }

  async function readWorld(
    rules: readonly EvaluatedRule[],
    samples: NonNullable<ReturnType<RecentSamples['readSamples']>>,
    elapsedSeconds: number,
  ): Promise<World> {
    const kinds = new Set(rules.map(({ condition }) => condition.kind))
    const ofMetrics = new Set(
      rules.filter(({ condition }) => condition.kind === 'metric').map(({ organizationId }) => organizationId),
    )
    const found = await readBreaches(db, kinds)
    const breaches = new Map<StateKind, Map<string, Breach[]>>()
    for (const [kind, all] of found)
      breaches.set(
        kind,
        Map.groupBy(all, ({ organizationId }) => organizationId),
      )
    return {
      states: await readStates(db),
      breaches,
      measured: ofMetrics.size > 0 ? await readMeasured(db, samples, [...ofMetrics]) : new Map(),
      logBreaches: kinds.has('log') ? await readLogBreaches(rules) : new Map(),
      elapsedSeconds,
    }
  }

  /** One organisation's failure delays no other. */
  async function store(transitions: readonly Transition[]): Promise<void> {
    const byOrganization = Map.groupBy(transitions, ({ rule }) => rule.organizationId)
    for (const [organization, own] of byOrganization)
      await storeTransitions(db, node, own).catch((error: unknown) =>
        log.warn({ err: error, organization }, 'the alerts of an organisation could not be stored; trying again'),
      )
  }

  return {
    evaluate,
    start() {
      stop = repeatEvery(PERIOD_MS, evaluate, {
        onError: (error) => log.warn({ err: error }, 'evaluating alerts failed; trying again'),
      })
    },
    stop: () => stop(),
  }
}

const transitionsOf = (rules: readonly EvaluatedRule[], world: World): Transition[] =>
  rules.flatMap((rule) => evaluateRule(rule, world))

const readRules = (db: Db): Promise<EvaluatedRule[]> =>
  db
    .select({
      id: alerts.id,
      organizationId: alerts.organizationId,
      projectId: alerts.projectId,
      instanceId: alerts.instanceId,
      service: alerts.service,
      condition: alerts.condition,
      updatedAt: alerts.updatedAt,
    })
    .from(alerts)

async function readStates(db: Db): Promise<Map<string, Map<string, AlertState>>> {
  const states = new Map<string, Map<string, AlertState>>()
  for (const { alertId, target, state } of await db.select().from(alertStates)) {
    const own = states.get(alertId) ?? new Map<string, AlertState>()
    states.set(alertId, own.set(target, state))
  }
  return states
}
