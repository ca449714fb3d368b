import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { projectsOf, selectProjectRows } from '../../../src/projects/projects.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'

const MOST_PROJECTS = 200
/** Instances are loaded by project; those of the newest projects are enough to find most by name. */
const MAX_PROJECTS = 20
const MOST_INSTANCES = 200

/** Subscribes to the queries whose results the palette searches in the state. */
export const PaletteQueries = () => {
  const organization = useSelected(selectOrganization)
  return organization && <OfOrganization id={organization._id} />
}

const OfOrganization = ({ id }: { id: OrganizationId }) => {
  useQuery('readProjects', { id, skip: 0, limit: MOST_PROJECTS })
  const projects = projectsOf(useSelected(selectProjectRows), id)
  return projects.slice(0, MAX_PROJECTS).map((project) => <OfProject key={project._id} id={project._id} />)
}

const OfProject = ({ id }: { id: ProjectId }) => {
  useQuery('readInstances', { id, skip: 0, limit: MOST_INSTANCES })
  return null
}
