import { setTimeout as delay } from 'node:timers/promises'
import { SAMPLE_SECONDS } from '../../../../src/rules/metrics/metrics-window.ts'
import type { TrafficReport } from '../../../gateway/control/control-messages.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { maintainMetrics } from '../rollup/maintain-metrics.ts'
import { breakSamplingLease, holdSamplingLease, releaseSamplingLease } from '../store/sampling-lease.ts'
import { readTicks, writeTick } from '../store/ticks.ts'
import type { EngineSampler } from './engine-sampler.ts'
import type { RecentSamples } from './recent-samples.ts'
import { createRestartCounts } from './restart-counts.ts'
import { sampledReplicas } from './sampled-replicas.ts'
import { trafficSamples } from './traffic-samples.ts'

export interface Sampler {
  /** Stores what a gateway of this node reports. */
  receiveTraffic(report: TrafficReport): void
  /** Takes one sample now, if this node may, and rolls up what is over. */
  sample(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export interface SamplerOptions {
  db: Db
  log: Log
  /** Names this process. */
  node: string
  /** No other process uses the database. */
  isAlone: boolean
  engineSampler: EngineSampler
  recent: RecentSamples
  /** Resolves when the tables exist. */
  ready: () => Promise<void>
  nowMs?: () => number
}

/**
 * Samples all replicas at each multiple of ten seconds, on the one node that holds the lease, and stores each sample at
 * once: a process that is killed loses the current one at most.
 */
export function createSampler(options: SamplerOptions): Sampler {
  const { db, log, node, isAlone, engineSampler, recent, ready, nowMs = Date.now } = options
  const stopping = new AbortController()
  const periodMs = SAMPLE_SECONDS * 1000
  let running: Promise<void> | undefined
  let maintaining: Promise<void> | undefined
  let receiving = Promise.resolve()
  let othersReadTo = 0
  let isHolder = false
  const restartCounts = createRestartCounts()

  async function run(): Promise<void> {
    for (;;) {
      await delay(periodMs - (nowMs() % periodMs), undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      await sample().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'sampling metrics failed; trying again')
      })
    }
  }

  async function sample(): Promise<void> {
    await ready()
    if (isAlone && !isHolder) await breakSamplingLease(db)
    isHolder = await holdSamplingLease(db, node)
    if (!isHolder) return recent.clear()
    // A sample is stored at the start of the ten seconds that it is about.
    const at = Math.round(nowMs() / periodMs - 1) * SAMPLE_SECONDS
    const all = await sampledReplicas(db)
    const replicas = all.filter(({ isRunning }) => isRunning)
    const samples = await engineSampler.sample(replicas, stopping.signal)
    if (stopping.signal.aborted) return
    restartCounts.addTo(samples, all)
    recent.setReplicas(replicas)
    recent.add(at, samples)
    await writeTick(db, at, node, samples)
    if (!isAlone) await readOthers(at)
    maintaining =
      maintaining ??
      maintainMetrics({ db, log, node, nowSeconds: Math.floor(nowMs() / 1000) })
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, 'rolling up metrics failed; trying again')
        })
        .finally(() => {
          maintaining = undefined
        })
  }

  /** Gateways of other nodes report to those. */
  async function readOthers(at: number): Promise<void> {
    const from = Math.max(othersReadTo, at - periodMs / 1000)
    let readTo = from
    for await (const tick of readTicks(db, { from })) {
      if (!tick.source.startsWith(node)) recent.add(tick.at, tick.samples)
      readTo = Math.max(readTo, tick.at + 1)
    }
    othersReadTo = readTo
  }

  async function store(report: TrafficReport): Promise<void> {
    await ready()
    const samples = trafficSamples(report)
    if (isHolder) recent.add(report.at, samples)
    await writeTick(db, report.at, `${node}/gateway/${report.part}`, samples)
  }

  return {
    async sample() {
      await sample()
      await Promise.all([receiving, maintaining])
    },

    receiveTraffic(report) {
      receiving = receiving
        .then(() => store(report))
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, 'a report of traffic could not be stored')
        })
    },

    start() {
      running ??= run()
    },

    async stop() {
      stopping.abort()
      await running
      await Promise.all([receiving, maintaining])
      if (isHolder) await releaseSamplingLease(db, node).catch(() => undefined)
    },
  }
}
