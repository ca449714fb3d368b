import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type RunId, runId } from '../../../../src/contract/wire/jobs/job.ts'
import { forEachEngine } from '../../../engines/engines.ts'
import { runs } from '../../../store/schema.ts'
import { createMailboxes, type Pass, type Settled } from '../../reconcile/mailboxes.ts'
import { failureOf } from '../../reconcile/replica/transition/replica-event.ts'
import { createStartGate } from '../../start-gate.ts'
import { executeRun } from './execute-run.ts'
import { finishRun } from './finish-run.ts'
import type { RunSettings } from './job-outcome.ts'
import { loadRun } from './load-run.ts'
import { workloadIdOf } from './run-rows.ts'

interface RunTrigger {
  /** The run may be cancelled, so a running pass begins again. */
  changed?: boolean
}

export interface RunReconciler {
  /** Handles a notification of `RUN_CHANNEL`; null if some may have been missed. */
  onRunChanged(payload: string | null): void
  /** Takes over the runs that no process executes. */
  resume(): Promise<void>
  stop(): Promise<void>
}

const MAX_CONCURRENT_STARTS = 4
/** Attempts of what may succeed when it is repeated. */
const ATTEMPTS = 10
const mayRecover = ['engineUnreachable', 'unexpected']

/** Executes runs, each in a mailbox of its own and under its lease. */
export function createRunReconciler(options: RunSettings): RunReconciler {
  const { db, engines, node, log, metrics } = options

  async function recover(id: RunId, error: unknown, { failures }: Pass<RunTrigger>): Promise<Settled> {
    const failure = failureOf(error)
    const loaded = await loadRun(db, id)
    if (!loaded || loaded.run.endedAt) return { kind: 'rest' }
    if (failure.source === 'unexpected') log.warn({ err: error, runId: id }, 'executing a run failed')
    // A command that runs is observed again when the engine is back, and given up when it must have ended.
    const isLate = loaded.run.startedAt !== null && isOverdue(loaded.run.startedAt, loaded.run.timeoutSeconds)
    const isPatient = loaded.run.startedAt !== null ? !isLate : failures < ATTEMPTS
    if (mayRecover.includes(failure.code) && isPatient) return { kind: 'retry' }
    const { code, message } = failure
    return finishRun(options, loaded, { kind: 'failed', error: { code, message } })
  }

  const mailboxes = createMailboxes<RunId, RunTrigger>({
    db,
    node,
    log,
    metrics,
    rowOf: (id) => ({ table: 'run', id }),
    noTrigger: {},
    merge: () => ({}),
    gate: createStartGate(db, MAX_CONCURRENT_STARTS),
    run: (id, _trigger, pass) => {
      pass.isInterruptedBy = ({ changed }) => changed === true
      return executeRun(options, id, pass.lease)
    },
    recover,
  })

  async function resume(): Promise<void> {
    const free = or(isNull(runs.leaseOwner), lt(runs.leaseUntil, sql`now()`))
    const live = await db
      .select({ id: runs.id })
      .from(runs)
      .where(and(isNull(runs.endedAt), free))
    for (const { id } of live) mailboxes.nudge(id)
  }

  async function onChanged(id: RunId): Promise<void> {
    // Deleted with its instance.
    if ((await db.$count(runs, eq(runs.id, id))) > 0) return mailboxes.nudge(id, { changed: true })
    await forEachEngine(
      engines,
      { log, failed: 'a run of a deleted instance could not be removed yet' },
      ({ engine }) => engine.remove(workloadIdOf(id)),
    )
  }

  const attempt = (step: Promise<void>) =>
    void step.catch((error: unknown) => log.warn({ err: error }, 'a run could not be taken over; trying again later'))

  return {
    onRunChanged(payload) {
      if (payload === null) return attempt(resume())
      const id = v.safeParse(runId, payload)
      if (id.success) attempt(onChanged(id.output))
    },
    resume,
    stop: mailboxes.stop,
  }
}

const OVERDUE_MS = 10 * 60_000

const isOverdue = (startedAt: Date, timeoutSeconds: number): boolean =>
  Date.now() > startedAt.getTime() + timeoutSeconds * 1000 + OVERDUE_MS
