import type { ProjectId } from '../../src/contract/wire/common.ts'
import { isNotFound } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectProject, selectProjectGone } from '../../src/projects/projects.ts'
import { useRead } from '../app/use-read.ts'
import { useSelected } from '../app/use-selected.ts'

/** A project as it is now, and whether it is no more or never was to be seen. */
export const useProject = (id: ProjectId | null) => {
  const { data, retry } = useRead('readProject', id && { id })
  const row = useSelected(selectProject(id ?? ''), [id])
  const isGone = useSelected(selectProjectGone(id ?? ''), [id])
  const isMissing = id === null || (data.kind === 'failed' && isNotFound(data.failure))
  return { project: row ?? lastLoaded(data)?.value.project ?? null, data, retry, isGone, isMissing }
}
