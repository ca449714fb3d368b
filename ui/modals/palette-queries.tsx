import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { projectsOf, selectProjects } from '../../src/projects/projects.ts'
import { useQuery } from '../app/use-query.ts'
import { useSelected } from '../app/use-selected.ts'

const MOST_PROJECTS = 200
/** Instances are asked for project by project: those of the newest ones are enough to find most by name. */
const MAX_PROJECTS = 20
const MOST_INSTANCES = 200

/** Has everything read that the palette finds; what it finds stands in the state. */
export const PaletteQueries = () => {
  const organization = useSelected(selectOrganization)
  return organization && <OfOrganization id={organization._id} />
}

const OfOrganization = ({ id }: { id: OrganizationId }) => {
  useQuery('readProjects', { id, skip: 0, limit: MOST_PROJECTS })
  const projects = projectsOf(useSelected(selectProjects), id)
  return projects.slice(0, MAX_PROJECTS).map((project) => <OfProject key={project._id} id={project._id} />)
}

const OfProject = ({ id }: { id: ProjectId }) => {
  useQuery('readInstances', { id, skip: 0, limit: MOST_INSTANCES })
  return null
}
