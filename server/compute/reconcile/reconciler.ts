import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { EngineFailure } from '../../engines/engine.ts'
import type { Trigger } from './ensure-running.ts'
import { failStart } from './fail-start.ts'
import { acquireLease, LeaseLost, releaseLease } from './lease.ts'
import { LeasedInstance } from './leased-instance.ts'
import { createOrganizationLookup } from './organization-lookup.ts'
import { reconcileInstance } from './reconcile-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Requeue } from './requeue.ts'
import { StartFailed } from './start-failed.ts'
import { createStartGate } from './start-gate.ts'

export interface Reconciler {
  /** Something may have changed: look at the instance. Looks at one instance never overlap. */
  nudge(id: InstanceId, why?: Trigger & { desiredStateChanged?: boolean }): void
  /** Nudges, and settles when nothing more can be done for now. */
  settled(id: InstanceId): Promise<void>
  stop(): Promise<void>
}

/** What is going on for one instance in this process. */
interface Mailbox {
  running: Promise<void> | undefined
  again: boolean
  trigger: Trigger
  leased: LeasedInstance | undefined
  timer: NodeJS.Timeout | undefined
  /** Looks that failed in a row. */
  failures: number
}

const LEASE_CONFLICT_RETRY_MS = 1000
const MAX_CONCURRENT_RECONCILES = 6
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

const desiredStateChanged = new Error('The desired state changed')
const stopping = new Error('Stopping')

/** Moves instances toward what is wished for them, each in its own mailbox. */
export function createReconciler(options: ReconcileOptions): Reconciler {
  const mailboxes = new Map<InstanceId, Mailbox>()
  const gate = createStartGate(MAX_CONCURRENT_RECONCILES)
  const organizationOf = createOrganizationLookup(options.db)
  let isStopped = false

  function nudge(id: InstanceId, why: Trigger & { desiredStateChanged?: boolean } = {}): Mailbox | undefined {
    if (isStopped) return undefined
    const box = mailboxOf(id)
    box.trigger = {
      away: why.away ?? box.trigger.away,
      ended: why.ended ?? box.trigger.ended,
      overDisk: why.overDisk ?? box.trigger.overDisk,
    }
    clearTimeout(box.timer)
    box.timer = undefined
    if (box.running) {
      box.again = true
      box.leased?.wake()
      if (why.desiredStateChanged && box.leased?.row.desiredState === 'active') box.leased.abort(desiredStateChanged)
      // One that is not ready yet is not waited for: it goes on writing meanwhile.
      if (why.overDisk !== undefined && box.leased?.row.state === 'Starting') box.leased.abort(desiredStateChanged)
    } else box.running = run(id, box)
    return box
  }

  function mailboxOf(id: InstanceId): Mailbox {
    const known = mailboxes.get(id)
    if (known) return known
    const box: Mailbox = {
      running: undefined,
      again: false,
      trigger: {},
      leased: undefined,
      timer: undefined,
      failures: 0,
    }
    mailboxes.set(id, box)
    return box
  }

  async function run(id: InstanceId, box: Mailbox): Promise<void> {
    let next: Requeue
    // Without an answer the look itself says what is wrong.
    const organization = (await organizationOf(id).catch(() => undefined)) ?? ''
    do {
      box.again = false
      next = await gate(organization, () => attempt(id, box))
    } while (box.again && !isStopped)
    box.running = undefined
    if (isStopped || !next) {
      if (box.failures === 0) mailboxes.delete(id)
      return
    }
    box.timer = setTimeout(() => nudge(id), Math.max(0, next.atMs - Date.now()))
  }

  /** Never throws: whatever happens is said, or tried again later. */
  async function attempt(id: InstanceId, box: Mailbox): Promise<Requeue> {
    const { db, node, log, metrics } = options
    if (isStopped) return undefined
    try {
      const acquired = await acquireLease(db, id, node)
      if (acquired.kind === 'gone') {
        box.failures = 0
        return undefined
      }
      if (acquired.kind === 'held') return { atMs: Date.now() + LEASE_CONFLICT_RETRY_MS }
      const leased = new LeasedInstance(options, acquired.row)
      box.leased = leased
      const { trigger } = box
      box.trigger = {}
      try {
        const next = await reconcileInstance(options, leased, trigger)
        box.failures = 0
        return next
      } catch (error) {
        metrics.attempted('failed')
        return await afterFailure(leased, box, error)
      } finally {
        box.leased = undefined
        await leased.end()
        await releaseLease(db, id, node)
      }
    } catch (error) {
      if (error instanceof LeaseLost) return { atMs: Date.now() + LEASE_CONFLICT_RETRY_MS }
      if (!isStopped) log.warn({ err: error, instanceId: id }, 'an instance could not be moved; trying again')
      return retry(box)
    }
  }

  async function afterFailure(leased: LeasedInstance, box: Mailbox, error: unknown): Promise<Requeue> {
    if (leased.signal.reason === desiredStateChanged) {
      box.again = true
      return undefined
    }
    if (isStopped || leased.signal.aborted) throw leased.signal.aborted ? leased.signal.reason : error
    if (error instanceof LeaseLost) throw error
    const { desiredState, state } = leased.row
    const isStarting = desiredState === 'active' && state === 'Starting'
    if (isStarting && (isFinal(error, box.failures) || isOverdue(leased, box))) {
      return failStart(options, leased, instanceErrorOf(error))
    }
    if (!(error instanceof EngineFailure)) throw error
    if (leased.row.progressMessage !== error.message) await leased.write({ set: { progressMessage: error.message } })
    const next = retry(box)
    // A running instance is looked at again when the engine is back; asking once more before is of no use.
    return state === 'Active' && desiredState === 'active' && error.code === 'engineUnreachable' ? undefined : next
  }

  function retry(box: Mailbox): Requeue {
    box.failures += 1
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (box.failures - 1), LONGEST_RETRY_MS)
    return { atMs: Date.now() + waitMs }
  }

  return {
    nudge: (id, why) => void nudge(id, why),

    async settled(id) {
      const box = nudge(id)
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

const TRIES_OF_THE_UNEXPECTED = 3

/** Whether trying again would bring the same: the engine has looked, and said no. */
function isFinal(error: unknown, failures: number): boolean {
  if (error instanceof StartFailed) return true
  if (!(error instanceof EngineFailure)) return false
  if (error.code === 'engineUnreachable' || error.code === 'workloadNotFound') return false
  return error.code !== 'unexpected' || failures + 1 >= TRIES_OF_THE_UNEXPECTED
}

/** The first look of a process is always allowed, however long nobody could look. */
const isOverdue = ({ row }: LeasedInstance, { failures }: Mailbox): boolean =>
  failures > 0 && row.deadlineAt !== null && row.deadlineAt.getTime() < Date.now()

function instanceErrorOf(error: unknown): { code: string; message: string } {
  if (error instanceof StartFailed || error instanceof EngineFailure)
    return { code: error.code, message: error.message }
  return {
    code: 'unexpected',
    message: 'The instance could not be started. Deploy it again, or ask the operator to check the log of the server.',
  }
}
