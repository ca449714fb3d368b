import { useOutletContext } from 'react-router-dom'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { isNotFound } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectInstance, selectIsInstanceDeleted } from '../../../src/instances/instances.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'

/** Returns the current instance, and whether it was deleted or cannot be seen. */
export const useInstance = (id: InstanceId | null) => {
  const { data, retry } = useQuery('readInstance', id && { id })
  const row = useSelected(selectInstance(id ?? ''), [id])
  const isDeleted = useSelected(selectIsInstanceDeleted(id ?? ''), [id])
  const wasNotFound = data.kind === 'failed' && isNotFound(data.failure)
  return {
    instance: row ?? lastLoaded(data)?.value.instance ?? null,
    data,
    retry,
    isDeleted,
    isMissing: id === null || wasNotFound,
  }
}

/** Returns the instance of the page around a tab. */
export const useCurrentInstance = (): Instance => useOutletContext<Instance>()
