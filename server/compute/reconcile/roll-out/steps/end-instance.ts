import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../../store/connection.ts'
import { deployments } from '../../../../store/schema.ts'
import { recordInstanceEvent } from '../../../events/instance-events.ts'
import { STOPPED_FOR_FUNDS } from '../../../instances/end-instance.ts'
import type { InstanceRow } from '../../../instances/instance-wire.ts'
import { cancelRunsOf } from '../../../jobs/runs/run-rows.ts'
import { appendDeploymentLines } from '../../../logs/append-deployment-lines.ts'
import { appendSystemLines } from '../../../logs/chunks/append-lines.ts'
import { systemLine } from '../../../logs/stored-line.ts'
import { PROVIDER_GONE } from '../../replica/transition/after-teardown.ts'
import { refreshInstance } from '../refresh-instance.ts'
import type { EndReason } from '../roll-out-state.ts'
import type { StepContext } from './step-context.ts'

const over = { progressMessage: '', error: null, publishedPorts: [] } satisfies Partial<InstanceRow>

/** An instance that exceeded its disk is closed, so that a restart of the control plane does not start it again. */
const CLOSING_CODE = 'diskLimit'

/** Writes the end of an instance of which nothing runs any more. */
export async function endInstance(tx: Tx, context: StepContext, reason: EndReason): Promise<void> {
  const { instance, options } = context
  const now = new Date()
  if (reason.kind === 'finished') {
    await endDeployments(tx, instance, { status: 'Deprecated' })
    await recordInstanceEvent(tx, instance.id, { kind: 'instanceClosed', data: { reason: 'finished' } })
    const set = { ...over, state: 'Closed', status: 'Deprecated', desiredState: 'closed', finishedAt: now } as const
    await refreshInstance(tx, instance, { links: options.links, set })
    return
  }
  const { code, message } = reason.error
  const error = { code, message, at: now.toISOString() }
  const status = code === PROVIDER_GONE ? 'Deprecated-Provider' : 'Failed'
  await endDeployments(tx, instance, { status, error })
  await recordInstanceEvent(tx, instance.id, {
    kind: 'deploymentFailed',
    deploymentId: instance.activeDeployment ?? undefined,
    data: { code, message },
  })
  const isClosing = code === CLOSING_CODE
  await refreshInstance(tx, instance, {
    links: options.links,
    set: isClosing
      ? { ...over, state: 'Closed', status, desiredState: 'closed', error }
      : { ...over, state: 'Failed-start', status, error },
    notification: {
      type: 'error',
      title: isClosing ? instance.name : `${instance.name} failed to start`,
      message,
    },
  })
}

/** Writes the end of an instance that was closed on request. */
export async function closeInstance(tx: Tx, { instance, options }: StepContext): Promise<void> {
  const { activeDeployment } = instance
  if (activeDeployment) {
    await appendDeploymentLines(tx, activeDeployment, [systemLine('Closed')])
    const address = { deploymentId: activeDeployment, logType: 'instanceEvents' } as const
    await appendSystemLines(tx, address, [systemLine('Closed on request')])
  }
  await endDeployments(tx, instance, { status: 'Deprecated' })
  await cancelRunsOf(tx, instance.id)
  await recordInstanceEvent(tx, instance.id, {
    kind: 'instanceClosed',
    ...(instance.stopReason && { data: { reason: instance.stopReason } }),
  })
  await refreshInstance(tx, instance, {
    links: options.links,
    set: { ...over, error: stopError(instance), state: 'Closed', status: 'Deprecated' },
  })
}

/** Shown as the reason, until the instance starts again. */
const stopError = ({ stopReason }: InstanceRow): InstanceRow['error'] =>
  stopReason && {
    code: 'fundsStopped',
    message: `${STOPPED_FOR_FUNDS}. It starts again when the balance is topped up; its volumes and addresses are kept meanwhile.`,
    at: new Date().toISOString(),
  }

const endDeployments = (
  tx: Tx,
  { id }: InstanceRow,
  set: Pick<typeof deployments.$inferInsert, 'status' | 'error'>,
): Promise<unknown> =>
  tx
    .update(deployments)
    .set({ ...set, endedAt: sql`now()` })
    .where(and(eq(deployments.instanceId, id), isNull(deployments.endedAt)))
