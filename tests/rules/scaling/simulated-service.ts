import * as v from 'valibot'
import { autoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { decideReplicas } from '../../../src/rules/scaling/decide-replicas.ts'

interface Settings {
  cpuPercent: number
  /** Seconds. */
  up: number
  down: number
  max: number
  startSeconds: number
}

const ROUND_SECONDS = 10
const REPLICA_MILLI = 1000

/** Simulates a service whose load is shared evenly by its ready replicas, and that is decided on every ten seconds. */
export class SimulatedService {
  readonly changes: { at: number; from: number; to: number }[] = []
  readonly #settings: Settings
  readonly #readyAt: number[]

  constructor(settings: Settings, start: number) {
    this.#settings = settings
    this.#readyAt = Array(start).fill(0)
  }

  /** Returns the number of replicas after each round. */
  run(seconds: number, loadAt: (second: number) => number): number[] {
    const { cpuPercent, up, down, max, startSeconds } = this.#settings
    const rules = v.parse(autoscalingRules, {
      minReplicas: 1,
      maxReplicas: max,
      cpuPercent,
      scaleUpCooldownSeconds: up,
      scaleDownCooldownSeconds: down,
    })
    const counts: number[] = []
    const needed: { at: number; count: number }[] = []
    for (let at = 0; at < seconds; at += ROUND_SECONDS) {
      const ready = this.#readyAt.filter((time) => time <= at).length
      const each = Math.min(REPLICA_MILLI, loadAt(at) / Math.max(1, ready))
      const current = this.#readyAt.length
      const since = (change: { at: number } | undefined) =>
        change ? (at - change.at) * 1000 : Number.POSITIVE_INFINITY
      const choice = decideReplicas({
        rules,
        limits: { min: 1, max },
        scheduled: 0,
        current,
        size: { cpuMilli: REPLICA_MILLI, memoryBytes: 1 },
        ready: Array(ready).fill({ cpuMilli: each, memoryBytes: null, requestsPerSecond: null, connections: null }),
        isRollingOut: false,
        sinceAddedMs: since(this.changes.findLast(({ from, to }) => to > from)),
        sinceChangedMs: since(this.changes.at(-1)),
        idleMs: 0,
        recentlyNeeded: Math.max(0, ...needed.filter((each) => at - each.at < down).map(({ count }) => count)),
      })
      if (choice.kind !== 'hold') needed.push({ at, count: choice.needed })
      if (choice.kind === 'scale') this.#change(at, choice.to, startSeconds)
      counts.push(this.#readyAt.length)
    }
    return counts
  }

  #change(at: number, to: number, startSeconds: number): void {
    const from = this.#readyAt.length
    this.changes.push({ at, from, to })
    if (to < from) this.#readyAt.length = to
    else for (let more = from; more < to; more += 1) this.#readyAt.push(at + startSeconds)
  }
}
