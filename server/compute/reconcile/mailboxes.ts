import type { Log } from '../../log.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { HeldLease } from './lease/held-lease.ts'
import { acquireLease, type Leasable, LeaseLost, releaseLease } from './lease/lease-rows.ts'
import type { ReconcileMetrics } from './reconcile-options.ts'

export interface Mailboxes<Id, Trigger> {
  /** Runs a pass, because something may have changed. Passes of one row never overlap. */
  nudge(id: Id, trigger?: Trigger): void
  /** Nudges, and resolves when nothing more can be done for now. */
  settled(id: Id, trigger?: Trigger): Promise<void>
  /** Whether a pass runs or is scheduled in this process. */
  isBusy(id: Id): boolean
  stop(): Promise<void>
}

/** How a pass ends: it rests until another nudge or until a time, or is repeated after a back-off. */
export type Settled = { kind: 'rest'; requeueAt?: Date } | { kind: 'retry' }

export interface Pass<Trigger> {
  lease: HeldLease
  /** Failed passes in a row. */
  failures: number
  /** Whether a trigger makes the running pass pointless. */
  isInterruptedBy: (trigger: Trigger) => boolean
}

export interface MailboxOptions<Id, Trigger> {
  db: DbOrTx
  node: string
  log: Log
  metrics: ReconcileMetrics
  rowOf: (id: Id) => Leasable
  noTrigger: Trigger
  merge: (before: Trigger, next: Trigger) => Trigger
  /** Decides when a pass may begin. */
  gate: (id: Id, pass: () => Promise<number | undefined>) => Promise<number | undefined>
  run: (id: Id, trigger: Trigger, pass: Pass<Trigger>) => Promise<Settled>
  /** Handles the error of a pass that was not interrupted, under the same lease. */
  recover: (id: Id, error: unknown, pass: Pass<Trigger>) => Promise<Settled>
}

/** What this process does for one row; a row that rests has none. */
interface Mailbox<Trigger> {
  running: Promise<void> | undefined
  passRequested: boolean
  trigger: Trigger
  pass: Pass<Trigger> | undefined
  timer: NodeJS.Timeout | undefined
  failures: number
}

const LEASE_CONFLICT_RETRY_MS = 1000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

const interrupted = new Error('The desired state changed')
const stopping = new Error('Stopping')

/** Runs the passes of rows, each row in its own mailbox and under its lease. */
export function createMailboxes<Id extends string, Trigger>(
  options: MailboxOptions<Id, Trigger>,
): Mailboxes<Id, Trigger> {
  const { db, node, log, metrics, rowOf } = options
  const mailboxes = new Map<Id, Mailbox<Trigger>>()
  let isStopped = false

  function nudge(id: Id, trigger = options.noTrigger): Mailbox<Trigger> | undefined {
    if (isStopped) return undefined
    const box = mailboxOf(id)
    box.trigger = options.merge(box.trigger, trigger)
    clearTimeout(box.timer)
    box.timer = undefined
    if (!box.running) {
      box.running = run(id, box)
      return box
    }
    box.passRequested = true
    box.pass?.lease.wake()
    if (box.pass?.isInterruptedBy(trigger)) box.pass.lease.abort(interrupted)
    return box
  }

  function mailboxOf(id: Id): Mailbox<Trigger> {
    const known = mailboxes.get(id)
    if (known) return known
    const box: Mailbox<Trigger> = {
      running: undefined,
      passRequested: false,
      trigger: options.noTrigger,
      pass: undefined,
      timer: undefined,
      failures: 0,
    }
    mailboxes.set(id, box)
    return box
  }

  async function run(id: Id, box: Mailbox<Trigger>): Promise<void> {
    let requeueAtMs: number | undefined
    do requeueAtMs = await options.gate(id, () => attempt(id, box))
    while (box.passRequested && !isStopped)
    box.running = undefined
    if (isStopped || requeueAtMs === undefined) mailboxes.delete(id)
    else box.timer = setTimeout(() => nudge(id), Math.max(0, requeueAtMs - Date.now()))
  }

  /** Runs one pass under a lease and returns when the next one is due. Never throws: failures are repeated later. */
  async function attempt(id: Id, box: Mailbox<Trigger>): Promise<number | undefined> {
    if (isStopped) return undefined
    // The row is read after this, so it reflects every earlier change.
    box.passRequested = false
    try {
      const acquired = await acquireLease(db, rowOf(id), node)
      if (acquired === 'gone') return undefined
      if (acquired === 'held') return Date.now() + LEASE_CONFLICT_RETRY_MS
      const lease = new HeldLease(db, rowOf(id), node)
      box.pass = { lease, failures: box.failures, isInterruptedBy: () => false }
      try {
        // Stopping found no pass to abort if it came while the lease was being acquired.
        if (isStopped) return undefined
        return await settle(id, box, box.pass)
      } finally {
        box.pass = undefined
        lease.end()
        await releaseLease(db, rowOf(id), node)
      }
    } catch (error) {
      if (error instanceof LeaseLost) return Date.now() + LEASE_CONFLICT_RETRY_MS
      if (!isStopped) log.warn({ err: error, ...rowOf(id) }, 'a reconcile pass failed; trying again')
      return retryAtMs(box)
    }
  }

  async function settle(id: Id, box: Mailbox<Trigger>, pass: Pass<Trigger>): Promise<number | undefined> {
    const { trigger } = box
    box.trigger = options.noTrigger
    try {
      const dueAtMs = after(box, await options.run(id, trigger, pass))
      metrics.passed(dueAtMs === undefined ? 'settled' : 'requeued')
      return dueAtMs
    } catch (error) {
      metrics.passed('failed')
      if (pass.lease.signal.reason === interrupted) {
        box.passRequested = true
        return undefined
      }
      if (pass.lease.signal.aborted) throw pass.lease.signal.reason
      if (isStopped || error instanceof LeaseLost) throw error
      return after(box, await options.recover(id, error, pass))
    }
  }

  function after(box: Mailbox<Trigger>, settled: Settled): number | undefined {
    if (settled.kind === 'retry') return retryAtMs(box)
    box.failures = 0
    return settled.requeueAt?.getTime()
  }

  function retryAtMs(box: Mailbox<Trigger>): number {
    box.failures += 1
    return Date.now() + Math.min(FIRST_RETRY_MS * 2 ** (box.failures - 1), MAX_RETRY_MS)
  }

  return {
    nudge: (id, trigger) => void nudge(id, trigger),

    isBusy: (id) => mailboxes.has(id),

    async settled(id, trigger) {
      const box = nudge(id, trigger)
      while (box?.running) await box.running
    },

    async stop() {
      isStopped = true
      for (const box of mailboxes.values()) {
        clearTimeout(box.timer)
        box.pass?.lease.abort(stopping)
      }
      await Promise.all([...mailboxes.values()].map(({ running }) => running))
    },
  }
}
