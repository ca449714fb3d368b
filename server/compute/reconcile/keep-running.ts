import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { DiskUse, Workload } from '../../engines/engine.ts'
import { systemLine } from '../logs/kept-line.ts'
import { workloadEnded } from './after-end.ts'
import { becomeActive } from './become-active.ts'
import { type HeardEnd, sayHeardEnd } from './heard-end.ts'
import type { HeldInstance } from './held-instance.ts'
import type { NextLook } from './next-look.ts'
import { deadlineFrom, type ReconcileOptions } from './reconcile-options.ts'
import { restartWorkload, startWorkload } from './start-workload.ts'
import { stopForDisk } from './stop-for-disk.ts'

/** Whether a workload may have ended because this program or the engine was away, and not by its own doing. */
export type WhyAway = 'engine' | 'ourselves' | undefined

/** What was heard since the last look. */
export interface News {
  away?: WhyAway
  ended?: HeardEnd | undefined
  /** What it keeps on disk, where that is more than it may. */
  overDisk?: DiskUse | undefined
}

type Ended = Workload & { state: { kind: 'ended' } }

/** Brings a workload up, or finds that it is up. */
export async function keepRunning(
  options: ReconcileOptions,
  held: HeldInstance,
  { away, ended: heard, overDisk }: News,
): Promise<NextLook> {
  const id = held.row.activeDeployment
  if (!id) throw new Error(`Instance ${held.row.id} has no deployment to run`)
  if (heard) await sayHeardEnd(options, held, heard)
  const workload = await options.engine.inspect(id)
  if (workload?.state.kind === 'running' && overDisk !== undefined) {
    return stopForDisk(options, held, id, overDisk)
  }
  if (workload?.state.kind === 'running') return running(options, held, id, workload)
  if (held.row.dueAt && held.row.dueAt.getTime() > Date.now()) return { atMs: held.row.dueAt.getTime() }
  if (workload && isEnded(workload)) return ended(options, held, id, workload, away)
  if (held.row.state === 'Active') await sayLost(options, held, 'The workload is gone; starting it again')
  return becomeActive(options, held, id, await startWorkload(options, held, id))
}

async function running(
  options: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  workload: Workload,
): Promise<NextLook> {
  if (held.row.state !== 'Active') return becomeActive(options, held, id, workload)
  options.logs.follow(id)
  const isSame = held.row.stage === '' && samePorts(held.row.publishedPorts, workload.ports)
  if (!isSame) await held.write({ set: { stage: '', publishedPorts: workload.ports, observedAt: new Date() } })
  return undefined
}

async function ended(
  options: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  workload: Ended,
  away: WhyAway,
): Promise<NextLook> {
  const isRestartDue = held.row.state === 'Starting' && held.row.dueAt !== null
  if (!isRestartDue && !endedWithItsEngine(held, workload, away))
    return workloadEnded(options, held, id, workload.state)
  if (!isRestartDue) await sayLost(options, held, 'The workload ended with the engine; starting it again')
  return becomeActive(options, held, id, await restartWorkload(options, held, id))
}

/**
 * After an outage of the engine everything that was to run is started again. After one of our own that holds too, but
 * for a worker without ports that reported success: most likely it had finished its work.
 */
function endedWithItsEngine(held: HeldInstance, { state }: Ended, away: WhyAway): boolean {
  if (away !== 'ourselves') return away === 'engine'
  return state.exitCode !== 0 || held.row.containerPorts.length > 0
}

const sayLost = ({ limits }: ReconcileOptions, held: HeldInstance, words: string): Promise<void> =>
  held.write({
    set: {
      state: 'Starting',
      status: 'Pending',
      stage: words,
      publishedPorts: [],
      activeSince: null,
      deadlineAt: deadlineFrom(limits, Date.now()),
    },
    moment: 'lastInstanceStartedAt',
    lines: [systemLine(words)],
    events: [systemLine(words)],
  })

const isEnded = (workload: Workload): workload is Ended => workload.state.kind === 'ended'

const samePorts = (a: Workload['ports'], b: Workload['ports']): boolean =>
  a.length === b.length &&
  a.every((port) => b.some((other) => other.containerPort === port.containerPort && other.hostPort === port.hostPort))
