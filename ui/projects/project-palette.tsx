import { Folder } from 'lucide-react'
import { projectKind } from '../../src/contract/kinds/project-kind.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Project } from '../../src/contract/wire/compute.ts'
import { projectsOf } from '../../src/projects/projects.ts'
import type { State } from '../../src/state.ts'
import { useQuery } from '../hooks/use-query.ts'
import type { ConsoleKind, PalettePlace } from '../kinds/console-kind.ts'

export const MAX_PROJECTS = 200

/** The project whose page is open comes first. */
export const paletteProjects = (state: State, { organization, pathname }: PalettePlace): Project[] =>
  projectsOf(state.projects, organization._id).toSorted(
    (a, b) => Number(pathname.includes(b._id)) - Number(pathname.includes(a._id)),
  )

export const consoleProject: ConsoleKind = {
  kind: projectKind,
  paletteCommands: (state, place) =>
    paletteProjects(state, place).map(({ _id, name, description }) => ({
      id: _id,
      label: name,
      kind: projectKind.label,
      keywords: description,
      icon: <Folder />,
      to: `/${place.organization.profile.username}/project/${_id}`,
    })),
  PaletteQueries: ({ organizationId }: { organizationId: OrganizationId }) => {
    useQuery('readProjects', { id: organizationId, skip: 0, limit: MAX_PROJECTS })
    return null
  },
}
