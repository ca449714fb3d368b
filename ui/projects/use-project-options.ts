import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'

/** The most that one call returns. */
const LISTED_PROJECTS = 200

interface ProjectOption {
  value: ProjectId
  label: string
}

/** Returns the projects of an organisation to choose from; null while they load. */
export const useProjectOptions = (organizationId: OrganizationId | null): readonly ProjectOption[] | null => {
  const { data } = useQuery('readProjects', organizationId && { id: organizationId, skip: 0, limit: LISTED_PROJECTS })
  const projects = lastLoaded(data)?.value.projects
  return projects ? projects.map(({ _id, name }) => ({ value: _id, label: name })) : null
}
