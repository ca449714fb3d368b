import type { Instance } from '../../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import type { Configured } from './use-attaching.ts'

/** Returns the newest configuration of an instance; null while it loads. */
export const useConfigured = (instance: Instance | null): Configured | null => {
  const id = instance?.desiredDeployment
  const { data } = useQuery('readDeployment', id ? { id } : null)
  const deployment = lastLoaded(data)?.value.deployment
  if (!instance || !deployment?.configuration || deployment._id !== id) return null
  return { instance, number: deployment.number, configuration: deployment.configuration }
}
