import { sql } from 'drizzle-orm'
import type { DrainId } from '../../../../src/contract/wire/drains/drain-id.ts'
import type { Log } from '../../../log.ts'
import type { Store } from '../../../store/connection.ts'
import { drains } from '../../../store/schema.ts'
import { LOG_CHANNEL } from '../../logs/log-address.ts'
import { limitConcurrency } from '../../logs/reading/limit-concurrency.ts'
import { DRAIN_CHANNEL } from '../rows/change-drain.ts'
import type { DrainSecrets } from '../rows/drain-secrets.ts'
import type { DrainRow } from '../rows/drain-wire.ts'
import { openTarget, type TargetConnections } from '../targets/open-target.ts'
import { DrainLost, recordFailure } from './confirm-batch.ts'
import { keepDelivering } from './deliver-logs.ts'
import { createLogGrowth } from './log-growth.ts'
import { PendingLogs } from './pending-logs.ts'

export interface SupervisorOptions {
  store: Pick<Store, 'db' | 'listen'>
  outgoing: TargetConnections
  secrets: DrainSecrets
  node: string
  log: Log
  /** No other process works on this database. */
  isAlone: boolean
}

interface Running {
  row: DrainRow
  pending: PendingLogs
  abort: AbortController
  ended: Promise<void>
}

const EVERY_MS = 3000
const LEASE_SECONDS = 15
/** Finds what a lost notification would have told. */
const SCAN_EVERY_PASSES = 20
const READ_AT_ONCE = 4
export const SECRETS_LOST = 'The secrets of the target cannot be read any more. Enter them again.'

/** Delivers for every enabled drain, each on one node at a time. The drains of a dead node move when its leases end. */
export function createDrainSupervisor({ store, outgoing, secrets, node, log, isAlone }: SupervisorOptions) {
  const { db } = store
  const running = new Map<DrainId, Running>()
  const limit = limitConcurrency(READ_AT_ONCE)
  let passes = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let stopListening: (() => void)[] = []

  const growth = createLogGrowth(db, {
    onGrowth(address, place) {
      for (const { row, pending } of running.values())
        if (
          row.organizationId === place.organizationId &&
          (row.projectId === null || row.projectId === place.projectId) &&
          (row.instanceId === null || row.instanceId === place.instanceId)
        )
          pending.add(address)
    },
    onError: () => scanAll(),
  })
  const scanAll = () => {
    for (const { pending } of running.values()) pending.scan()
  }

  /** Takes free drains, and keeps those of this node. */
  async function lease(): Promise<DrainRow[]> {
    return db
      .update(drains)
      .set({ leaseOwner: node, leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(sql`${drains.enabled} and (${drains.leaseOwner} = ${node} or ${drains.leaseUntil} is null
        or ${drains.leaseUntil} < now())`)
      .returning()
  }

  function start(row: DrainRow): void {
    const pending = new PendingLogs()
    const abort = new AbortController()
    const ended = run(row, pending, abort.signal)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) log.warn({ err: error, drainId: row.id }, 'a log drain was not started')
      })
      .finally(() => {
        if (running.get(row.id)?.abort === abort) running.delete(row.id)
      })
    running.set(row.id, { row, pending, abort, ended })
  }

  async function run(row: DrainRow, pending: PendingLogs, signal: AbortSignal): Promise<void> {
    const delivery = { db, node, row }
    const opened = secrets.open(row)
    if (!opened) {
      await recordFailure(delivery, SECRETS_LOST, row.lastError !== SECRETS_LOST)
      // Until a user changes the drain.
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    }
    const target = await openTarget(row, opened, outgoing)
    await keepDelivering({ ...delivery, target, pending, limit, log, signal }, (error) => error instanceof DrainLost)
  }

  async function end({ abort, ended }: Running): Promise<void> {
    abort.abort()
    await ended
  }

  async function pass(): Promise<void> {
    const rows = new Map((await lease()).map((row) => [row.id, row]))
    const outdated = [...running.values()].filter(
      ({ row }) => rows.get(row.id)?.updatedAt.getTime() !== row.updatedAt.getTime(),
    )
    await Promise.all(outdated.map(end))
    if (isStopped) return
    for (const row of rows.values()) if (!running.has(row.id)) start(row)
    passes += 1
    if (passes % SCAN_EVERY_PASSES === 0) scanAll()
  }

  /** Passes take turns. */
  function look(): Promise<void> {
    clearTimeout(timer)
    turn = turn
      .then(() => (isStopped ? undefined : pass()))
      .catch((error: unknown) => {
        if (!isStopped) log.warn({ err: error }, 'looking after log drains failed; trying again')
      })
      .then(() => {
        clearTimeout(timer)
        if (!isStopped) timer = setTimeout(look, EVERY_MS)
      })
    return turn
  }

  return {
    async start() {
      // Nobody else holds a lease where this process is the only one.
      if (isAlone) await db.update(drains).set({ leaseOwner: null, leaseUntil: null })
      stopListening = [
        store.listen(DRAIN_CHANNEL, () => void look()),
        store.listen(LOG_CHANNEL, (topic) => {
          if (topic === null) scanAll()
          else if (running.size > 0) growth.grown(topic)
        }),
      ]
      void look()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      growth.stop()
      for (const stop of stopListening) stop()
      await turn
      await Promise.all([...running.values()].map(end))
      await db
        .update(drains)
        .set({ leaseOwner: null, leaseUntil: null })
        .where(sql`${drains.leaseOwner} = ${node}`)
        .catch((error: unknown) => log.debug({ err: error }, 'leases of log drains were not freed'))
    },
  }
}
