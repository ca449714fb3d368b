import { and, eq } from 'drizzle-orm'
import type { DeploymentId, InstanceId } from '../../../src/contract/wire/common.ts'
import type { Workload } from '../../engines/engine.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'

export interface ActiveRow {
  id: InstanceId
  deploymentId: DeploymentId | null
  progressMessage: string
  publishedPorts: Workload['ports']
}

/** The instances that are said to run, as they are to. */
export const activeRows = (db: DbOrTx): Promise<ActiveRow[]> =>
  db
    .select({
      id: instances.id,
      deploymentId: instances.activeDeployment,
      progressMessage: instances.progressMessage,
      publishedPorts: instances.publishedPorts,
    })
    .from(instances)
    .where(and(eq(instances.desiredState, 'active'), eq(instances.state, 'Active')))
