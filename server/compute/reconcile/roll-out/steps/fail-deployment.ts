import { eq, sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../../store/connection.ts'
import { deployments } from '../../../../store/schema.ts'
import { recordInstanceEvent } from '../../../events/instance-events.ts'
import { refreshInstance } from '../refresh-instance.ts'
import type { DeploymentError } from '../roll-out-state.ts'
import type { StepContext } from './step-context.ts'

/** Ends a deployment that never served. The one that serves goes on; without one, the instance has failed to start. */
export async function failDeployment(
  tx: Tx,
  { options, instance, rows }: StepContext,
  id: DeploymentId,
  { code, message }: DeploymentError,
): Promise<void> {
  const { links } = options
  const error = { code, message, at: new Date().toISOString() }
  const failed = rows.deployments.find((deployment) => deployment.id === id)
  const serving = rows.deployments.find(({ activeSince }) => activeSince !== null)
  await tx.update(deployments).set({ status: 'Failed', error, endedAt: sql`now()` }).where(eq(deployments.id, id))
  await recordInstanceEvent(tx, instance.id, {
    kind: 'deploymentFailed',
    deploymentId: id,
    data: { number: failed?.number ?? null, code, message },
  })
  const isLast = rows.deployments.length === 1
  await refreshInstance(tx, instance, {
    links,
    set: isLast ? { state: 'Failed-start', status: 'Failed', progressMessage: '', error } : {},
    notification: {
      type: 'error',
      title: serving ? `${instance.name} was not updated` : `${instance.name} failed to start`,
      message,
    },
  })
}
