import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { DiskUse, Workload } from '../../engines/engine.ts'
import { systemLine } from '../logs/stored-line.ts'
import { becomeActive } from './become-active.ts'
import { type ExitEvent, publishExit } from './exit-event.ts'
import { handleWorkloadExit } from './handle-workload-exit.ts'
import type { LeasedInstance } from './leased-instance.ts'
import { deadlineFrom, type ReconcileOptions } from './reconcile-options.ts'
import type { Requeue } from './requeue.ts'
import { restartWorkload, startWorkload } from './start-workload.ts'
import { stopForDisk } from './stop-for-disk.ts'

/** Whether a workload may have ended because this program or the engine was away, and not by its own doing. */
export type WhyAway = 'engine' | 'ourselves' | undefined

/** What was heard since the last look. */
export interface Trigger {
  away?: WhyAway
  ended?: ExitEvent | undefined
  /** What it keeps on disk, where that is more than it may. */
  overDisk?: DiskUse | undefined
}

type Ended = Workload & { state: { kind: 'ended' } }

/** Brings a workload up, or finds that it is up. */
export async function ensureRunning(
  options: ReconcileOptions,
  leased: LeasedInstance,
  { away, ended: exitEvent, overDisk }: Trigger,
): Promise<Requeue> {
  const id = leased.row.activeDeployment
  if (!id) throw new Error(`Instance ${leased.row.id} has no deployment to run`)
  if (exitEvent) await publishExit(options, leased, exitEvent)
  const workload = await options.engine.inspect(id)
  if (workload?.state.kind === 'running' && overDisk !== undefined) {
    return stopForDisk(options, leased, id, overDisk)
  }
  if (workload?.state.kind === 'running') return running(options, leased, id, workload)
  if (leased.row.dueAt && leased.row.dueAt.getTime() > Date.now()) return { atMs: leased.row.dueAt.getTime() }
  if (workload && isEnded(workload)) return ended(options, leased, id, workload, away)
  if (leased.row.state === 'Active') await markLost(options, leased, 'The workload is missing; starting it again')
  return becomeActive(options, leased, id, await startWorkload(options, leased, id))
}

async function running(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  workload: Workload,
): Promise<Requeue> {
  if (leased.row.state !== 'Active') return becomeActive(options, leased, id, workload)
  options.logs.follow(id)
  const isSame = leased.row.progressMessage === '' && samePorts(leased.row.publishedPorts, workload.ports)
  if (!isSame)
    await leased.write({ set: { progressMessage: '', publishedPorts: workload.ports, observedAt: new Date() } })
  return undefined
}

async function ended(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  workload: Ended,
  away: WhyAway,
): Promise<Requeue> {
  const isRestartDue = leased.row.state === 'Starting' && leased.row.dueAt !== null
  if (!isRestartDue && !exitedWithEngine(leased, workload, away))
    return handleWorkloadExit(options, leased, id, workload.state)
  if (!isRestartDue) await markLost(options, leased, 'The workload stopped with the engine; starting it again')
  return becomeActive(options, leased, id, await restartWorkload(options, leased, id))
}

/**
 * After an outage of the engine everything that was to run is started again. After one of our own that holds too, but
 * for a worker without ports that reported success: most likely it had finished its work.
 */
function exitedWithEngine(leased: LeasedInstance, { state }: Ended, away: WhyAway): boolean {
  if (away !== 'ourselves') return away === 'engine'
  return state.exitCode !== 0 || leased.row.containerPorts.length > 0
}

const markLost = ({ limits }: ReconcileOptions, leased: LeasedInstance, message: string): Promise<void> =>
  leased.write({
    set: {
      state: 'Starting',
      status: 'Pending',
      progressMessage: message,
      publishedPorts: [],
      activeSince: null,
      deadlineAt: deadlineFrom(limits, Date.now()),
    },
    projectTimestamp: 'lastInstanceStartedAt',
    lines: [systemLine(message)],
    events: [systemLine(message)],
  })

const isEnded = (workload: Workload): workload is Ended => workload.state.kind === 'ended'

const samePorts = (a: Workload['ports'], b: Workload['ports']): boolean =>
  a.length === b.length &&
  a.every((port) => b.some((other) => other.containerPort === port.containerPort && other.hostPort === port.hostPort))
