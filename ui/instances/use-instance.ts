import type { InstanceId } from '../../src/contract/wire/common.ts'
import { isNotFound } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectInstance, selectInstanceGone } from '../../src/instances/instances.ts'
import { useRead } from '../app/use-read.ts'
import { useSelected } from '../app/use-selected.ts'

/** An instance as it is now, and whether it is no more or never was to be seen. */
export const useInstance = (id: InstanceId | null) => {
  const { data, retry } = useRead('readInstance', id && { id })
  const row = useSelected(selectInstance(id ?? ''), [id])
  const isGone = useSelected(selectInstanceGone(id ?? ''), [id])
  const isRefused = data.kind === 'failed' && isNotFound(data.failure)
  return {
    instance: row ?? lastLoaded(data)?.value.instance ?? null,
    data,
    retry,
    isGone,
    isMissing: id === null || isRefused,
  }
}
