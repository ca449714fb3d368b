import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RunId } from '../../../../src/contract/wire/jobs/job.ts'
import { EngineFailure, type Workload } from '../../../engines/engine.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import { runs } from '../../../store/schema.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
import type { HeldLease } from '../../reconcile/lease/held-lease.ts'
import { LeaseLost } from '../../reconcile/lease/lease-rows.ts'
import type { Settled } from '../../reconcile/mailboxes.ts'
import { joinNetworks } from '../../reconcile/networks/instance-networks.ts'
import type { ReconcileSettings } from '../../reconcile/reconcile-options.ts'
import { pullImage, readValues, workloadSpec } from '../../reconcile/replica/start-workload.ts'
import { openRunUsage } from '../../usage/usage-intervals.ts'
import { finishRun } from './finish-run.ts'
import type { RunSettings } from './job-outcome.ts'
import { type LoadedRun, loadRun, waitsForEarlier } from './load-run.ts'
import { logOfRun, workloadIdOf } from './run-rows.ts'

const FIRST_POLL_MS = 50
const MAX_POLL_MS = 1000
const WAIT_FOR_EARLIER_MS = 300
const STOP_GRACE_MS = 10_000

/**
 * Executes a run to its end. Every step can be repeated by another process after a crash, and none starts the command
 * again: its workload has the name of the run.
 */
export async function executeRun(options: RunSettings, id: RunId, lease: HeldLease): Promise<Settled> {
  const { db, engines, limits, logs } = options
  const loaded = await loadRun(db, id)
  if (!loaded || loaded.run.endedAt) return { kind: 'rest' }
  options.outages.check(loaded.run.engine)
  const engine = engines.of(loaded.run.engine)
  const workloadId = workloadIdOf(id)
  const graceMs = Math.min(loaded.service?.stopGraceMs ?? STOP_GRACE_MS, limits.graceMs)
  if (loaded.run.cancelRequestedAt) {
    if ((await engine.inspect(workloadId))?.state.kind === 'running') await engine.stop(workloadId, graceMs)
    return finishRun(options, loaded, { kind: 'canceled', workload: await engine.inspect(workloadId) })
  }
  if (loaded.run.state === 'Queued' && (await waitsForEarlier(db, loaded)))
    return { kind: 'rest', requeueAt: new Date(Date.now() + WAIT_FOR_EARLIER_MS) }

  const isNew = loaded.run.state === 'Queued'
  let workload = isNew ? await start(options, loaded, lease) : await engine.inspect(workloadId)
  const startedMs = isNew ? await markRunning(options, loaded) : (loaded.run.startedAt?.getTime() ?? Date.now())
  const deadlineMs = startedMs + loaded.run.timeoutSeconds * 1000
  if (workload) logs.follow(logOfRun(loaded.run))
  for (let waitMs = FIRST_POLL_MS; isRunning(workload) && Date.now() < deadlineMs; waitMs *= 1.5) {
    await lease.pause(Math.min(waitMs, MAX_POLL_MS, deadlineMs - Date.now()))
    workload = await engine.inspect(workloadId)
  }
  if (!isRunning(workload)) return finishRun(options, loaded, { kind: 'ended', workload })
  await engine.stop(workloadId, graceMs)
  return finishRun(options, loaded, { kind: 'timedOut', workload: await engine.inspect(workloadId) })
}

const isRunning = (workload: Workload | undefined): boolean => workload?.state.kind === 'running'

async function start(options: ReconcileSettings, loaded: LoadedRun, lease: HeldLease): Promise<Workload> {
  const { engines, limits } = options
  const { run, instance, service } = loaded
  const engine = engines.of(run.engine)
  if (!service) throw new Error(`Deployment ${run.deploymentId} has no service ${run.service}`)
  const values = await readValues(options, run.deploymentId)
  const pull = () =>
    pullImage(options, {
      request: {
        organizationId: instance.organizationId,
        deploymentId: run.deploymentId,
        service: service.name,
        image: service.image,
        engine: run.engine,
      },
      credentials: values.credentials,
      signal: lease.signal,
      onProgress: () => {},
      logProgress: () => {},
    })
  const startWith = async (image: string) => {
    lease.signal.throwIfAborted()
    const spec = workloadSpec({
      id: workloadIdOf(run.id),
      image,
      service: { ...service, command: run.command },
      values,
      instance,
      networks: await joinNetworks(engine, instance, loaded),
    })
    return engine.start({ ...spec, ports: [] }, AbortSignal.timeout(limits.startMs))
  }
  return startWith(await pull()).catch(async (error: unknown) => {
    // The image was pruned as unused between the pull and the start.
    if (!(error instanceof EngineFailure) || error.code !== 'imageNotFound') throw error
    return startWith(await pull())
  })
}

/** Records the observed start, and returns its time. */
async function markRunning({ db, node }: ReconcileSettings, { run, instance }: LoadedRun): Promise<number> {
  const startedAt = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(runs)
      .set({ state: 'Running', startedAt: sql`now()` })
      .where(and(eq(runs.id, run.id), eq(runs.leaseOwner, node), isNull(runs.endedAt)))
      .returning({ startedAt: runs.startedAt })
    if (!row) throw new LeaseLost()
    await openRunUsage(tx, run.id)
    await recordInstanceEvent(tx, instance.id, {
      kind: 'runStarted',
      deploymentId: run.deploymentId,
      service: run.service,
      data: { run: run.id, job: run.jobId },
    })
    await publishOrganizationEvents(tx, instance.organizationId, { kind: 'runsChanged', id: instance.id })
    return row.startedAt
  })
  return startedAt?.getTime() ?? Date.now()
}
