import type { ProjectId } from '../../src/contract/wire/common.ts'
import { isNotFound } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectIsProjectDeleted, selectProject } from '../../src/projects/projects.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** Returns the current project, and whether it was deleted or cannot be seen. */
export const useProject = (id: ProjectId | null) => {
  const { data, retry } = useQuery('readProject', id && { id })
  const row = useSelected(selectProject(id ?? ''), [id])
  const isDeleted = useSelected(selectIsProjectDeleted(id ?? ''), [id])
  const isMissing = id === null || (data.kind === 'failed' && isNotFound(data.failure))
  return { project: row ?? lastLoaded(data)?.value.project ?? null, data, retry, isDeleted, isMissing }
}
