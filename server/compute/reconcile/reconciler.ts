import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { createStartGate } from '../start-gate.ts'
import { acquireLease, LeaseLost, releaseLease } from './lease.ts'
import { LeasedInstance } from './leased-instance.ts'
import { failureOf, type ReconcileEvent } from './reconcile-event.ts'
import { reconcileInstance, type Trigger } from './reconcile-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

export interface Reconciler {
  /** Runs a pass of the instance, because something may have changed. Passes of one instance never overlap. */
  nudge(id: InstanceId, trigger?: NudgeTrigger): void
  /** Nudges, and resolves when nothing more can be done for now. */
  settled(id: InstanceId): Promise<void>
  stop(): Promise<void>
}

type NudgeTrigger = Trigger & { desiredStateChanged?: boolean }

/** What this process does for one instance. */
interface Mailbox {
  running: Promise<void> | undefined
  passRequested: boolean
  trigger: Trigger
  leased: LeasedInstance | undefined
  timer: NodeJS.Timeout | undefined
  /** Failed passes in a row. */
  failures: number
}

const LEASE_CONFLICT_RETRY_MS = 1000
const MAX_CONCURRENT_STARTS = 6
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

const desiredStateChanged = new Error('The desired state changed')
const stopping = new Error('Stopping')

/** Reconciles instances, each in its own mailbox. */
export function createReconciler(options: ReconcileOptions): Reconciler {
  const { db, node, log, metrics } = options
  const mailboxes = new Map<InstanceId, Mailbox>()
  const gate = createStartGate(db, MAX_CONCURRENT_STARTS)
  let isStopped = false

  function nudge(id: InstanceId, trigger: NudgeTrigger = {}): Mailbox | undefined {
    if (isStopped) return undefined
    const box = mailboxOf(id)
    box.trigger = {
      outage: trigger.outage ?? box.trigger.outage,
      exit: trigger.exit ?? box.trigger.exit,
      overDisk: trigger.overDisk ?? box.trigger.overDisk,
    }
    clearTimeout(box.timer)
    box.timer = undefined
    if (!box.running) {
      box.running = run(id, box)
      return box
    }
    box.passRequested = true
    box.leased?.wake()
    const row = box.leased?.row
    // Does not wait for a start that is over its disk limit, because it keeps writing.
    const isOverDisk = trigger.overDisk !== undefined && row?.state === 'Starting'
    if (isOverDisk || (trigger.desiredStateChanged && row?.desiredState === 'active'))
      box.leased?.abort(desiredStateChanged)
    return box
  }

  function mailboxOf(id: InstanceId): Mailbox {
    const known = mailboxes.get(id)
    if (known) return known
    const box: Mailbox = {
      running: undefined,
      passRequested: false,
      trigger: {},
      leased: undefined,
      timer: undefined,
      failures: 0,
    }
    mailboxes.set(id, box)
    return box
  }

  async function run(id: InstanceId, box: Mailbox): Promise<void> {
    let requeueAtMs: number | undefined
    do requeueAtMs = await gate(id, () => attempt(id, box))
    while (box.passRequested && !isStopped)
    box.running = undefined
    if (isStopped || requeueAtMs === undefined) mailboxes.delete(id)
    else box.timer = setTimeout(() => nudge(id), Math.max(0, requeueAtMs - Date.now()))
  }

  /** Runs one pass under a lease and returns when the next one is due. Never throws: failures are repeated later. */
  async function attempt(id: InstanceId, box: Mailbox): Promise<number | undefined> {
    if (isStopped) return undefined
    // The row is read after this, so it reflects every earlier change.
    box.passRequested = false
    try {
      const acquired = await acquireLease(db, id, node)
      if (acquired.kind === 'gone') return undefined
      if (acquired.kind === 'held') return Date.now() + LEASE_CONFLICT_RETRY_MS
      const leased = new LeasedInstance(options, acquired.row)
      box.leased = leased
      try {
        return await pass(leased, box)
      } finally {
        box.leased = undefined
        await leased.end()
        await releaseLease(db, id, node)
      }
    } catch (error) {
      if (error instanceof LeaseLost) return Date.now() + LEASE_CONFLICT_RETRY_MS
      if (!isStopped) log.warn({ err: error, instanceId: id }, 'reconciling an instance failed; trying again')
      return retryAtMs(box)
    }
  }

  async function pass(leased: LeasedInstance, box: Mailbox): Promise<number | undefined> {
    const { trigger } = box
    box.trigger = {}
    try {
      const requeueAtMs = await settle(leased, box, trigger, { kind: 'triggered', exit: trigger.exit })
      metrics.passed(requeueAtMs === undefined ? 'settled' : 'requeued')
      return requeueAtMs
    } catch (error) {
      metrics.passed('failed')
      if (leased.signal.reason === desiredStateChanged) {
        box.passRequested = true
        return undefined
      }
      if (leased.signal.aborted) throw leased.signal.reason
      if (isStopped || error instanceof LeaseLost) throw error
      const failure = failureOf(error)
      if (failure.source === 'unexpected')
        log.warn({ err: error, instanceId: leased.row.id }, 'reconciling an instance failed')
      return await settle(leased, box, {}, { kind: 'failed', failure, failures: box.failures })
    }
  }

  async function settle(
    leased: LeasedInstance,
    box: Mailbox,
    trigger: Trigger,
    event: ReconcileEvent,
  ): Promise<number | undefined> {
    const settled = await reconcileInstance(options, leased, trigger, event)
    if (settled.kind === 'retry') return retryAtMs(box)
    box.failures = 0
    return settled.requeueAt?.getTime()
  }

  function retryAtMs(box: Mailbox): number {
    box.failures += 1
    return Date.now() + Math.min(FIRST_RETRY_MS * 2 ** (box.failures - 1), MAX_RETRY_MS)
  }

  return {
    nudge: (id, trigger) => void nudge(id, trigger),

    async settled(id) {
      const box = nudge(id, { desiredStateChanged: true })
      while (box?.running) await box.running
    },

    async stop() {
      isStopped = true
      for (const box of mailboxes.values()) {
        clearTimeout(box.timer)
        box.leased?.abort(stopping)
      }
      await Promise.all([...mailboxes.values()].map(({ running }) => running))
    },
  }
}
