import { Box } from 'lucide-react'
import { instanceKind } from '../../src/contract/kinds/instance-kind.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { allInstances } from '../../src/instances/instances.ts'
import { projectsOf, selectProjects } from '../../src/projects/projects.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import type { ConsoleKind } from '../kinds/console-kind.ts'

/** Instances are read project by project. Those of the newest projects cover most searches by name. */
const MAX_PROJECTS = 20
const MAX_INSTANCES = 200

const OfProject = ({ id }: { id: ProjectId }) => {
  useQuery('readInstances', { id, skip: 0, limit: MAX_INSTANCES })
  return null
}

export const consoleInstance: ConsoleKind = {
  kind: instanceKind,
  paletteCommands: (state, { organization }) => {
    const names = new Map(projectsOf(state.projects, organization._id).map(({ _id, name }) => [_id, name]))
    return allInstances(state.instances)
      .filter(({ computeProject }) => names.has(computeProject))
      .map(({ _id, name, computeProject }) => ({
        id: _id,
        label: name,
        kind: instanceKind.label,
        keywords: names.get(computeProject) ?? '',
        icon: <Box />,
        to: `/${organization.profile.username}/${computeProject}/${_id}`,
      }))
  },
  PaletteQueries: ({ organizationId }: { organizationId: OrganizationId }) =>
    projectsOf(useSelected(selectProjects), organizationId)
      .slice(0, MAX_PROJECTS)
      .map(({ _id }) => <OfProject key={_id} id={_id} />),
}
