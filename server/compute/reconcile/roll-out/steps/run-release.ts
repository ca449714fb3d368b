import { and, eq, isNull } from 'drizzle-orm'
import type { DeploymentId } from '../../../../../src/contract/wire/common.ts'
import type { StoredService } from '../../../../../src/contract/wire/instance/instance-configuration.ts'
import type { Tx } from '../../../../store/connection.ts'
import { deployments } from '../../../../store/schema.ts'
import { recordInstanceEvent } from '../../../events/instance-events.ts'
import type { InstanceRow } from '../../../instances/instance-wire.ts'
import { appendDeploymentLines } from '../../../logs/append-deployment-lines.ts'
import { systemLine } from '../../../logs/stored-line.ts'
import type { HeldLease } from '../../lease/held-lease.ts'
import { LeaseLost } from '../../lease/lease-rows.ts'
import { joinNetworks } from '../../networks/instance-networks.ts'
import type { ReconcileOptions } from '../../reconcile-options.ts'
import { credentialsOf, pullImage, readValues, workloadSpec } from '../../replica/start-workload.ts'
import { failureOf } from '../../replica/transition/replica-event.ts'
import { type DeploymentRow, hasRelease, loadRollOut } from '../load-roll-out.ts'
import { lockInstance } from '../lock-instance.ts'
import { refreshInstance } from '../refresh-instance.ts'
import type { DeploymentError } from '../roll-out-state.ts'
import { failDeployment } from './fail-deployment.ts'
import { lastLines } from './release-output.ts'

export interface Release {
  instance: InstanceRow
  deployment: DeploymentRow
  lease: HeldLease
  /** Failed passes in a row. */
  failures: number
}

const POLL_MS = 100
const STOP_GRACE_MS = 3000
/** Failures that a repetition may overcome are repeated this often. */
const ATTEMPTS = 10

/** Names the workload of a service's release command. The same for every attempt, so that none runs twice. */
const workloadIdOf = (id: DeploymentId, service: number): string => `${id}-release-${service}`

/**
 * Runs the release commands of a deployment, one service after the other, each once. A control plane that was killed
 * meanwhile finds the workload that it had started.
 */
export async function runRelease(options: ReconcileOptions, release: Release): Promise<void> {
  const { deployment, lease } = release
  const { services } = deployment.configuration
  try {
    const current = services.findIndex(
      (_, index) => workloadIdOf(deployment.id, index) === deployment.releaseWorkloadId,
    )
    for (const [index, service] of services.entries()) {
      if (index < current || !hasRelease(service)) continue
      const failure = await runCommand(options, release, service, workloadIdOf(deployment.id, index))
      if (failure) return await finish(options, release, failure)
    }
    await finish(options, release, undefined)
  } catch (error) {
    lease.signal.throwIfAborted()
    const failure = failureOf(error)
    const mayRecover = ['engineUnreachable', 'workloadNotFound', 'unexpected'].includes(failure.code)
    if (error instanceof LeaseLost || (mayRecover && release.failures < ATTEMPTS)) throw error
    await finish(options, release, failure)
  }
}

/** Returns why the command failed; undefined if it succeeded. */
async function runCommand(
  options: ReconcileOptions,
  { instance, deployment, lease }: Release,
  service: StoredService,
  id: string,
): Promise<DeploymentError | undefined> {
  const { limits } = options
  const engineName = options.regions.engineOf(instance.region)
  const engine = options.engines.of(engineName)
  const values = await readValues(options, deployment.id)
  const image = await pullImage(options, {
    request: {
      organizationId: instance.organizationId,
      deploymentId: deployment.id,
      service: service.name,
      image: service.image,
      engine: engineName,
    },
    credentials: credentialsOf(service, deployment.configuration.services, values.credentials),
    signal: lease.signal,
    onProgress: () => {},
    logProgress: () => {},
  })
  await inTransaction(options, instance, (tx) =>
    tx.update(deployments).set({ releaseWorkloadId: id }).where(eq(deployments.id, deployment.id)),
  )
  const networks = await joinNetworks(engine, instance, deployment.configuration)
  const released = { ...service, entrypoint: null, command: service.releaseCommand }
  const spec = workloadSpec({ id, image, service: released, values, instance, networks })
  let workload = await engine.start({ ...spec, ports: [] }, AbortSignal.timeout(limits.startMs))
  const endMs = Date.now() + limits.releaseMs
  while (workload.state.kind !== 'ended' && Date.now() < endMs) {
    await lease.pause(POLL_MS)
    workload = (await engine.inspect(id)) ?? workload
  }
  const isLate = workload.state.kind !== 'ended'
  if (isLate) await engine.stop(id, STOP_GRACE_MS)
  const mask = await options.maskerOf(deployment.id)
  const lines = (await lastLines(engine, id)).map(mask)
  await inTransaction(options, instance, (tx) =>
    appendDeploymentLines(
      tx,
      deployment.id,
      lines.map((line) => systemLine(`release ${service.name}: ${line}`)),
    ),
  )
  await engine.remove(id)
  if (workload.state.kind === 'ended' && workload.state.exitCode === 0) return undefined
  const minutes = Math.round(limits.releaseMs / 60_000)
  const outcome =
    workload.state.kind === 'ended'
      ? `exited with code ${workload.state.exitCode}`
      : `did not end within ${minutes} minutes`
  return {
    code: 'releaseFailed',
    message: `The release command of ${service.name} ${outcome}, so this deployment did not start. See the deployment log for its output.`,
  }
}

/** Writes how the release commands ended. */
async function finish(
  options: ReconcileOptions,
  { instance: { id }, deployment }: Release,
  failure: DeploymentError | undefined,
): Promise<void> {
  await options.db.transaction(async (tx) => {
    const instance = await lockInstance(tx, id)
    if (instance?.leaseOwner !== options.node) throw new LeaseLost()
    await tx
      .update(deployments)
      .set({ releaseState: failure ? 'failed' : 'succeeded' })
      .where(and(eq(deployments.id, deployment.id), isNull(deployments.endedAt)))
    await appendDeploymentLines(tx, deployment.id, [
      systemLine(failure ? `Failed: ${failure.message}` : 'The release command succeeded'),
    ])
    await recordInstanceEvent(tx, id, {
      kind: failure ? 'releaseFailed' : 'releaseSucceeded',
      deploymentId: deployment.id,
    })
    if (!failure) return void (await refreshInstance(tx, instance, options))
    const rows = await loadRollOut(tx, instance)
    await failDeployment(tx, { options, instance, rows }, deployment.id, failure)
  })
}

/** Only while this process still rolls out the instance. */
const inTransaction = (
  { db, node }: ReconcileOptions,
  { id }: Pick<InstanceRow, 'id'>,
  write: (tx: Tx) => Promise<unknown>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const instance = await lockInstance(tx, id)
    if (instance?.leaseOwner !== node) throw new LeaseLost()
    await write(tx)
  })
