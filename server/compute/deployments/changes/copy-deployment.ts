import { eq } from 'drizzle-orm'
import { ApiError } from '../../../http/api-error.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { deployments } from '../../../store/schema.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { copyConfiguration, type SplitConfiguration } from '../configuration/store-configuration.ts'
import type { DeploymentSecrets, DeploymentValues } from '../deployment-secrets.ts'
import type { Revision } from './deploy-change.ts'
import type { DeploymentRow } from './lock-for-change.ts'

/** Returns the values of a deployment; rejects if the secret of the installation has changed since. */
export async function readValues(
  tx: DbOrTx,
  secrets: Pick<DeploymentSecrets, 'read'>,
  { id }: Pick<DeploymentRow, 'id'>,
): Promise<DeploymentValues> {
  const values = await secrets.read(tx, id)
  if (!values) throw new ApiError('secretsUnreadable')
  return values
}

/** Returns the configuration of a deployment with all its values, for another instance if one is named. */
export async function copyOf(
  tx: DbOrTx,
  secrets: DeploymentSecrets,
  row: DeploymentRow,
  instanceId = row.instanceId,
): Promise<SplitConfiguration> {
  const values = await readValues(tx, secrets, row)
  return copyConfiguration({ configuration: row.configuration, values }, (value) => secrets.digest(instanceId, value))
}

/** Repeats what serves, even after a failed update; for another instance if one is named. */
export async function restartOf(
  tx: DbOrTx,
  secrets: DeploymentSecrets,
  newest: DeploymentRow,
  { activeDeployment }: Pick<InstanceRow, 'activeDeployment'>,
  copyId = newest.instanceId,
): Promise<Revision & { pinnedBy: DeploymentRow }> {
  const served = activeDeployment ? await byId(tx, activeDeployment, newest) : newest
  return { ...(await copyOf(tx, secrets, served, copyId)), repeats: served.number, pinnedBy: served }
}

async function byId(tx: DbOrTx, id: DeploymentRow['id'], otherwise: DeploymentRow): Promise<DeploymentRow> {
  if (id === otherwise.id) return otherwise
  const [row] = await tx.select().from(deployments).where(eq(deployments.id, id))
  return row ?? otherwise
}
