import type { DbOrTx } from '../../../store/connection.ts'
import type { DeploymentSecrets } from '../../deployments/deployment-secrets.ts'
import { createMasker, secretValues } from '../../deployments/masking/secret-masker.ts'
import type { MaskerOf } from './read-workload.ts'

/** Secrets that cannot be read any more have never reached the workload of this deployment in this installation. */
export const createMaskerOf =
  (db: DbOrTx, secrets: Pick<DeploymentSecrets, 'read'>): MaskerOf =>
  async (deploymentId) => {
    const values = await secrets.read(db, deploymentId)
    return createMasker(values ? secretValues(values) : [])
  }
