import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { EngineFailure } from '../../engines/engine.ts'
import { failStart } from './fail-start.ts'
import { HeldInstance } from './held-instance.ts'
import type { News } from './keep-running.ts'
import { LeaseLost, releaseLease, takeLease } from './lease.ts'
import { moveInstance } from './move-instance.ts'
import type { NextLook } from './next-look.ts'
import { createOrganizationLookup } from './organization-lookup.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { StartFailed } from './start-failed.ts'
import { createStartGate } from './start-gate.ts'

export interface Reconciler {
  /** Something may have changed: look at the instance. Looks at one instance never overlap. */
  nudge(id: InstanceId, why?: News & { newWish?: boolean }): void
  /** Nudges, and settles when nothing more can be done for now. */
  settled(id: InstanceId): Promise<void>
  stop(): Promise<void>
}

/** What is going on for one instance in this process. */
interface Mailbox {
  running: Promise<void> | undefined
  again: boolean
  news: News
  held: HeldInstance | undefined
  timer: NodeJS.Timeout | undefined
  /** Looks that failed in a row. */
  failures: number
}

const HELD_ELSEWHERE_MS = 1000
const LOOKS_AT_ONCE = 6
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

const newWish = new Error('A new wish')
const stopping = new Error('Stopping')

/** Moves instances toward what is wished for them, each in its own mailbox. */
export function createReconciler(options: ReconcileOptions): Reconciler {
  const mailboxes = new Map<InstanceId, Mailbox>()
  const gate = createStartGate(LOOKS_AT_ONCE)
  const organizationOf = createOrganizationLookup(options.db)
  let isStopped = false

  function nudge(id: InstanceId, why: News & { newWish?: boolean } = {}): Mailbox | undefined {
    if (isStopped) return undefined
    const box = mailboxOf(id)
    box.news = {
      away: why.away ?? box.news.away,
      ended: why.ended ?? box.news.ended,
      overDisk: why.overDisk ?? box.news.overDisk,
    }
    clearTimeout(box.timer)
    box.timer = undefined
    if (box.running) {
      box.again = true
      box.held?.wake()
      if (why.newWish && box.held?.row.wish === 'active') box.held.abort(newWish)
      // One that is not ready yet is not waited for: it goes on writing meanwhile.
      if (why.overDisk !== undefined && box.held?.row.state === 'Starting') box.held.abort(newWish)
    } else box.running = run(id, box)
    return box
  }

  function mailboxOf(id: InstanceId): Mailbox {
    const known = mailboxes.get(id)
    if (known) return known
    const box: Mailbox = {
      running: undefined,
      again: false,
      news: {},
      held: undefined,
      timer: undefined,
      failures: 0,
    }
    mailboxes.set(id, box)
    return box
  }

  async function run(id: InstanceId, box: Mailbox): Promise<void> {
    let next: NextLook
    // Without an answer the look itself says what is wrong.
    const organization = (await organizationOf(id).catch(() => undefined)) ?? ''
    do {
      box.again = false
      next = await gate(organization, () => look(id, box))
    } while (box.again && !isStopped)
    box.running = undefined
    if (isStopped || !next) {
      if (box.failures === 0) mailboxes.delete(id)
      return
    }
    box.timer = setTimeout(() => nudge(id), Math.max(0, next.atMs - Date.now()))
  }

  /** Never throws: whatever happens is said, or tried again later. */
  async function look(id: InstanceId, box: Mailbox): Promise<NextLook> {
    const { db, node, log, metrics } = options
    if (isStopped) return undefined
    try {
      const taken = await takeLease(db, id, node)
      if (taken.kind === 'gone') {
        box.failures = 0
        return undefined
      }
      if (taken.kind === 'held') return { atMs: Date.now() + HELD_ELSEWHERE_MS }
      const held = new HeldInstance(options, taken.row)
      box.held = held
      const { news } = box
      box.news = {}
      try {
        const next = await moveInstance(options, held, news)
        box.failures = 0
        return next
      } catch (error) {
        metrics.looked('failed')
        return await afterFailure(held, box, error)
      } finally {
        box.held = undefined
        await held.end()
        await releaseLease(db, id, node)
      }
    } catch (error) {
      if (error instanceof LeaseLost) return { atMs: Date.now() + HELD_ELSEWHERE_MS }
      if (!isStopped) log.warn({ err: error, instanceId: id }, 'an instance could not be moved; trying again')
      return retry(box)
    }
  }

  async function afterFailure(held: HeldInstance, box: Mailbox, error: unknown): Promise<NextLook> {
    if (held.signal.reason === newWish) {
      box.again = true
      return undefined
    }
    if (isStopped || held.signal.aborted) throw held.signal.aborted ? held.signal.reason : error
    if (error instanceof LeaseLost) throw error
    const { wish, state } = held.row
    const isStarting = wish === 'active' && state === 'Starting'
    if (isStarting && (isFinal(error, box.failures) || isOverdue(held, box))) {
      return failStart(options, held, faultOf(error))
    }
    if (!(error instanceof EngineFailure)) throw error
    if (held.row.stage !== error.message) await held.write({ set: { stage: error.message } })
    const next = retry(box)
    // A running instance is looked at again when the engine is back; asking once more before is of no use.
    return state === 'Active' && wish === 'active' && error.code === 'engineUnreachable' ? undefined : next
  }

  function retry(box: Mailbox): NextLook {
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
        box.held?.abort(stopping)
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
const isOverdue = ({ row }: HeldInstance, { failures }: Mailbox): boolean =>
  failures > 0 && row.deadlineAt !== null && row.deadlineAt.getTime() < Date.now()

function faultOf(error: unknown): { code: string; message: string } {
  if (error instanceof StartFailed || error instanceof EngineFailure)
    return { code: error.code, message: error.message }
  return {
    code: 'unexpected',
    message: 'Starting it did not work, and the reason is in the log of the server. Deploy it again.',
  }
}
