import { eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { RestoreId, SnapshotId } from '../../../../src/contract/wire/volumes/snapshot.ts'
import { repeatEvery } from '../../../jobs/repeat-every.ts'
import { restores, snapshots } from '../../../store/schema.ts'
import { createMailboxes, type Mailboxes, type Pass, type Settled } from '../../reconcile/mailboxes.ts'
import { createStartGate } from '../../start-gate.ts'
import { executeSnapshot } from './execute-snapshot.ts'
import { workFailureOf } from './failure-of.ts'
import { failSnapshot } from './finish-snapshot.ts'
import { forgetObject } from './forget-object.ts'
import { executeRestore } from './restoring/execute-restore.ts'
import { failRestore } from './restoring/finish-restore.ts'
import type { WorkOptions } from './work-options.ts'

export interface SnapshotWorker {
  snapshots: Mailboxes<SnapshotId, Nothing>
  restores: Mailboxes<RestoreId, Nothing>
  start(): void
  stop(): Promise<void>
}

type Nothing = Record<never, never>

/** Copies share the disks of this machine, so few run at once. */
const AT_ONCE = 4
const ATTEMPTS = 5
/** Until the work of a dead process is taken over, beyond its lease. */
const RESUME_MS = 3000

/** Takes, removes and restores snapshots, each in a mailbox of its own and under its lease. */
export function createSnapshotWorker(options: WorkOptions): SnapshotWorker {
  const { db, node, log, metrics } = options
  const common = { db, node, log, metrics, noTrigger: {}, merge: () => ({}), gate: createStartGate(db, AT_ONCE) }
  let stopResuming = async () => {}

  /** Repeats what may succeed later; `fail` records everything else. */
  async function recover(
    error: unknown,
    { failures }: Pass<Nothing>,
    { isOver, fail }: { isOver: boolean; fail: (error: { code: string; message: string }) => Promise<void> },
  ): Promise<Settled> {
    const { code, message, mayRecover } = workFailureOf(error)
    if (code === 'unexpected') log.warn({ err: error }, 'copying a snapshot failed')
    if (isOver || (mayRecover && failures < ATTEMPTS)) return { kind: 'retry' }
    await fail({ code, message })
    return { kind: 'rest', requeueAt: new Date() }
  }

  const taking = createMailboxes<SnapshotId, Nothing>({
    ...common,
    rowOf: (id) => ({ table: 'snapshot', id }),
    run: (id, _trigger, pass) => {
      // Deleted while it is taken.
      pass.isInterruptedBy = () => true
      return executeSnapshot(options, id, pass.lease)
    },
    async recover(id, error, pass) {
      const [row] = await db.select().from(snapshots).where(eq(snapshots.id, id))
      if (!row) return { kind: 'rest' }
      const { message } = workFailureOf(error)
      if (await forgetObject(options, row, { failures: pass.failures, message })) return { kind: 'rest' }
      const isOver = row.state !== 'Pending' && row.state !== 'Running'
      return recover(error, pass, { isOver, fail: (failure) => failSnapshot(options, row, failure) })
    },
  })

  const restoring = createMailboxes<RestoreId, Nothing>({
    ...common,
    rowOf: (id) => ({ table: 'restore', id }),
    run: (id, _trigger, pass) => executeRestore(options, id, pass.lease),
    async recover(id, error, pass) {
      const [row] = await db.select().from(restores).where(eq(restores.id, id))
      if (!row) return { kind: 'rest' }
      const isOver = row.state !== 'Pending' && row.state !== 'Running'
      return recover(error, pass, { isOver, fail: (failure) => failRestore(options, row, failure) })
    },
  })

  async function resume(): Promise<void> {
    const [left, unsettled] = await Promise.all([
      db
        .select({ id: snapshots.id })
        .from(snapshots)
        .where(inArray(snapshots.state, ['Uploading', 'Pending', 'Running', 'Deleting'])),
      db
        .select({ id: restores.id })
        .from(restores)
        .where(
          or(
            inArray(restores.state, ['Pending', 'Running']),
            isNotNull(restores.discardId),
            isNotNull(restores.restartId),
          ),
        ),
    ])
    for (const { id } of left) if (!taking.isBusy(id)) taking.nudge(id)
    for (const { id } of unsettled) if (!restoring.isBusy(id)) restoring.nudge(id)
  }

  return {
    snapshots: taking,
    restores: restoring,
    start() {
      stopResuming = repeatEvery(RESUME_MS, resume, {
        isDueNow: true,
        onError: (error) => log.warn({ err: error }, 'looking for snapshots failed; trying again later'),
      })
    },
    async stop() {
      await stopResuming()
      await Promise.all([taking.stop(), restoring.stop()])
    },
  }
}
