import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { catalogueCalls } from '../../src/contract/calls/catalogue-calls.ts'
import type { instanceCalls } from '../../src/contract/calls/instance-calls.ts'
import type { projectCalls } from '../../src/contract/calls/project-calls.ts'
import { instanceId } from '../../src/contract/wire/common.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../engines/engine.ts'
import type { Handlers } from '../http/handler.ts'
import type { TopicSource } from '../live/topic-source.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import { catalogueHandlers } from './catalogue/catalogue-handlers.ts'
import { createEngineRoom } from './catalogue/engine-room.ts'
import { createGatewayLinks } from './instances/gateway-links.ts'
import { WISH_CHANNEL } from './instances/instance-channel.ts'
import { instanceHandlers } from './instances/instance-handlers.ts'
import { createSeal } from './instances/sealed-credentials.ts'
import { createWishes } from './instances/wishes.ts'
import { createLogSource } from './logs/log-source.ts'
import { LogTails } from './logs/log-tails.ts'
import { createWorkloadLogs } from './logs/workload-logs.ts'
import { projectHandlers } from './projects/project-handlers.ts'
import { watchEngine } from './reconcile/engine-watch.ts'
import { createJobQueue } from './reconcile/job-queue.ts'
import { releaseAllLeases } from './reconcile/lease.ts'
import { type ReconcileOptions, type TimeLimits, usualTimeLimits } from './reconcile/reconcile-options.ts'
import { createReconciler } from './reconcile/reconciler.ts'
import { resync } from './reconcile/resync.ts'
import { unmovedInstances } from './reconcile/sweep.ts'

export interface ComputeOptions {
  config: Pick<Config, 'publicUrl' | 'product'>
  /** Seals registry credentials. */
  secret: string
  store: Store
  engine: Engine
  log: Log
  /** No other process moves instances on this database, so leases that are there belong to dead ones. */
  isAlone: boolean
  limits?: Partial<TimeLimits>
}

export type ComputeCall = keyof typeof catalogueCalls | keyof typeof projectCalls | keyof typeof instanceCalls

export interface Compute {
  handlers: Handlers<ComputeCall>
  logSource: TopicSource
  start(): Promise<void>
  stop(): Promise<void>
}

/** Jobs are the net below the sweep of the start, so they may wait until the start is over. */
const JOBS_AFTER_MS = 500
const SWEEP_MS = 10_000
const RESYNC_MS = 60_000

/** Catalogue, projects and instances, and the loop that makes instances what is wished for them. */
export function createCompute({ config, secret, store, engine, log, isAlone, limits }: ComputeOptions): Compute {
  const { db } = store
  const node = randomUUID()
  const links = createGatewayLinks(config.publicUrl)
  const room = createEngineRoom(engine)
  const seal = createSeal(secret)
  const tails = new LogTails()
  const logs = createWorkloadLogs({ db, engine, tails, log })
  const jobs = createJobQueue(store, log)
  const times = { ...usualTimeLimits, ...limits }
  const options: ReconcileOptions = { node, db, engine, links, seal, logs, log, limits: times }
  const reconciler = createReconciler(options)
  const wishes = createWishes(node, jobs, (id) => reconciler.nudge(id, { newWish: true }))
  const { disabledRegions } = config.product
  const stopping = new AbortController()
  const running: Promise<unknown>[] = []
  const timers: NodeJS.Timeout[] = []
  let stopListening = () => {}

  return {
    handlers: {
      ...catalogueHandlers({ db, room, disabledRegions }),
      ...projectHandlers({ db, links }),
      ...instanceHandlers({ db, links, room, seal, wishes, disabledRegions, limits: times }),
    },
    logSource: createLogSource(store, tails),

    async start() {
      if (isAlone) await takeOver()
      stopListening = store.listen(WISH_CHANNEL, hearWish)
      running.push(watchEngine(options, reconciler, stopping.signal))
      await sweep()
      timers.push(
        setTimeout(() => void takeJobs(), JOBS_AFTER_MS),
        setInterval(() => void sweep(), SWEEP_MS),
        setInterval(() => void lookAtAll(), RESYNC_MS),
      )
    },

    async stop() {
      stopping.abort()
      stopListening()
      for (const timer of timers) clearInterval(timer)
      await jobs.stop()
      await reconciler.stop()
      await logs.stop()
      await Promise.all(running)
    },
  }

  function hearWish(payload: string | null): void {
    const [from, id] = payload?.split('/') ?? []
    const wished = v.safeParse(instanceId, id)
    if (from !== node && wished.success) reconciler.nudge(wished.output, { newWish: true })
  }

  async function takeOver(): Promise<void> {
    try {
      await releaseAllLeases(db)
    } catch (error) {
      log.warn({ err: error }, 'the leases of the last process could not be taken over; they run out by themselves')
    }
  }

  async function takeJobs(): Promise<void> {
    try {
      await jobs.work((id) => reconciler.settled(id))
    } catch (error) {
      log.warn({ err: error }, 'the job queue could not be opened; trying again')
    }
  }

  async function sweep(): Promise<void> {
    try {
      for (const id of await unmovedInstances(db)) reconciler.nudge(id)
      if (timers.length > 0) await takeJobs()
    } catch (error) {
      log.warn({ err: error }, 'looking for unmoved instances failed; trying again')
    }
  }

  async function lookAtAll(): Promise<void> {
    try {
      await resync(options, reconciler, undefined)
    } catch (error) {
      log.debug({ err: error }, 'comparing workloads with instances failed; trying again')
    }
  }
}
