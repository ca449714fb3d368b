import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { UserId } from '../../../../src/contract/wire/common.ts'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { RunId } from '../../../../src/contract/wire/jobs/job.ts'
import { ApiError } from '../../../http/api-error.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { deployments, runs } from '../../../store/schema.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import type { CreateOptions } from '../../instances/create-instance.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { dailyPriceOf } from '../../instances/requested-size.ts'
import { checkMaintained } from '../../projects/check-maintained.ts'
import { type JobRow, liveRuns, notifyRun } from './run-rows.ts'

/** Of one instance at once, so that a loop of a script does not fill the machine. */
export const MAX_LIVE_RUNS = 20

export interface NewRun {
  /** Locked by the caller. */
  instance: InstanceRow
  serviceName: string | undefined
  command: string[]
  timeoutSeconds: number
  createdBy: UserId | null
  job?: Pick<JobRow, 'id'> | undefined
  scheduledAt?: Date | undefined
}

type Options = Pick<CreateOptions, 'admission' | 'regions'>

/**
 * Inserts a run with its claim. The counter of capacity is locked last, so the caller writes what follows in `record`,
 * and only commits afterwards.
 */
export async function createRun(
  tx: Tx,
  { admission, regions }: Options,
  run: NewRun,
  record: (id: RunId) => Promise<void> = async () => {},
): Promise<RunId> {
  const { instance } = run
  const target = await targetOf(tx, run)
  if ((await liveRuns(tx, eq(runs.instanceId, instance.id))) >= MAX_LIVE_RUNS)
    throw new ApiError('quotaExceeded', {
      message: `This instance already has ${MAX_LIVE_RUNS} runs that have not ended. Wait, or cancel one.`,
    })
  await checkMaintained(tx, instance.projectId)
  const { cpuMilli, memoryBytes, storageBytes } = target.service
  const engine = regions.engineOf(instance.region)
  const dailyPriceMicros = dailyPriceOf(target.service, regions.unitPriceOf(instance.region))
  const id = randomUUID() as RunId // A new id, branded here.
  const demand = {
    organizationId: instance.organizationId,
    engine,
    claim: { cpuMilli, memoryBytes, storageBytes, gpu: 0 },
    quota: { cpu: cpuMilli, memory: memoryBytes, storage: storageBytes },
    funds: { projectId: instance.projectId, dailyMicros: dailyPriceMicros, cause: { kind: 'run', id } },
  }
  return admission.admit(tx, demand, async () => {
    await tx.insert(runs).values({
      id,
      ...columnsOf(run, target),
      engine,
      dailyPriceMicros,
    })
    await notifyRun(tx, id)
    await publishOrganizationEvents(tx, instance.organizationId, { kind: 'runsChanged', id: instance.id })
    await record(id)
    return id
  })
}

/** Inserts a run that ended before it started, so that the history of its job says why. */
export async function insertEndedRun(
  tx: Tx,
  run: NewRun,
  end: { state: 'Skipped' | 'Failed'; error: { code: string; message: string } },
): Promise<void> {
  const target = await targetOf(tx, run)
  const endedAt = new Date()
  await tx
    .insert(runs)
    .values({ ...columnsOf(run, target), ...end, dailyPriceMicros: 0, endedAt, claimReleasedAt: endedAt })
    .onConflictDoNothing()
  const { id, organizationId } = run.instance
  await publishOrganizationEvents(tx, organizationId, { kind: 'runsChanged', id })
}

interface Target {
  deploymentId: NonNullable<InstanceRow['activeDeployment']>
  service: StoredService
}

/** Returns the service in the deployment that serves, else in the newest one. */
async function targetOf(tx: Tx, { instance, serviceName }: NewRun): Promise<Target> {
  if (instance.desiredState !== 'active')
    throw new ApiError('instanceNotActive', { message: 'This instance is closed. Start it first.' })
  const deploymentId = instance.activeDeployment ?? instance.desiredDeployment
  const [deployment] = deploymentId ? await tx.select().from(deployments).where(eq(deployments.id, deploymentId)) : []
  if (!deployment) throw new ApiError('deploymentGone')
  const { services } = deployment.configuration
  const service = services.find(({ name }) => !serviceName || name === serviceName)
  if (service) return { deploymentId: deployment.id, service }
  const known = services.map(({ name }) => name).join(', ')
  throw invalidField('serviceName', `Unknown service ${serviceName}. Choose one of ${known}.`)
}

const columnsOf = (run: NewRun, { deploymentId, service }: Target) => ({
  organizationId: run.instance.organizationId,
  instanceId: run.instance.id,
  deploymentId,
  jobId: run.job?.id ?? null,
  scheduledAt: run.scheduledAt ?? null,
  service: service.name,
  command: run.command,
  timeoutSeconds: run.timeoutSeconds,
  createdBy: run.createdBy,
  cpuMilli: service.cpuMilli,
  memoryBytes: service.memoryBytes,
  storageBytes: service.storageBytes,
})
