import { ListFilter } from 'lucide-react'
import { savedViewKind } from '../../src/contract/kinds/saved-view-kind.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { projectsOf } from '../../src/projects/projects.ts'
import { savedViewsOf } from '../../src/saved-views/saved-views.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useQuery } from '../hooks/use-query.ts'
import type { ConsoleKind } from '../kinds/console-kind.ts'
import { SavedViewsButton } from './saved-views-button.tsx'

export const consoleSavedView: ConsoleKind = {
  kind: savedViewKind,
  paletteCommands: (state, { organization }) =>
    projectsOf(state.projects, organization._id).flatMap((project) =>
      savedViewsOf(state.savedViews, project._id).map(({ _id, name, query }) => ({
        id: _id,
        label: name,
        kind: savedViewKind.label,
        keywords: `${project.name} instances filter`,
        icon: <ListFilter />,
        to: `/${organization.profile.username}/project/${project._id}?${query}`,
      })),
    ),
  PaletteQueries: ({ organizationId }: { organizationId: OrganizationId }) => {
    const blocked = useBlocked('instances.read')
    useQuery('readSavedViews', blocked === undefined ? { id: organizationId } : null)
    return null
  },
  InstanceListTool: SavedViewsButton,
}
