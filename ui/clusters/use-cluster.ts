import { selectCluster, selectIsClusterDeleted } from '../../src/clusters/clusters.ts'
import type { ClusterId } from '../../src/contract/wire/common.ts'
import { isNotFound } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** Returns the current cluster, and whether it was deleted or cannot be seen. */
export const useCluster = (id: ClusterId | null) => {
  const { data, retry } = useQuery('readCluster', id && { id })
  const row = useSelected(selectCluster(id ?? ''), [id])
  const isDeleted = useSelected(selectIsClusterDeleted(id ?? ''), [id])
  const isMissing = id === null || (data.kind === 'failed' && isNotFound(data.failure))
  return { cluster: row ?? lastLoaded(data)?.value.cluster ?? null, data, retry, isDeleted, isMissing }
}
