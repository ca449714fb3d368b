import type { Organization } from '../../../../src/contract/wire/account.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { clusterSource } from '../../../../src/instances/wizard/cluster-source.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import type { Choice } from './use-choice.ts'

/** The most that one call returns. Others are entered by their address. */
const OFFERED_CLUSTERS = 200

/** The cluster to deploy into, and those to choose from; null unless the deployment is made from a source. */
export const useCluster = ({ from, cluster }: Choice, organization: Organization | null) => {
  const isUsed = from === 'cluster'
  const { data } = useQuery(
    'readClusters',
    isUsed && organization ? { id: organization._id, skip: 0, limit: OFFERED_CLUSTERS } : null,
  )
  if (!isUsed) return null
  const known = lastLoaded(data)?.value.clusters ?? []
  return {
    known,
    source: clusterSource(cluster, known),
    /** Whether the chosen cluster is not known yet. */
    isLoading: cluster.id !== '' && data.kind === 'loading',
  }
}
