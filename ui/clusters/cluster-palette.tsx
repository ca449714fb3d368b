import { Boxes } from 'lucide-react'
import { clustersOf } from '../../src/clusters/clusters.ts'
import { clusterKind } from '../../src/contract/kinds/cluster-kind.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { useQuery } from '../hooks/use-query.ts'
import type { ConsoleKind } from '../kinds/console-kind.ts'

const MAX_CLUSTERS = 200

export const consoleCluster: ConsoleKind = {
  kind: clusterKind,
  paletteCommands: (state, { organization }) =>
    clustersOf(state.clusters, organization._id).map(({ _id, name, repository }) => ({
      id: _id,
      label: name,
      kind: clusterKind.label,
      keywords: repository,
      icon: <Boxes />,
      to: `/${organization.profile.username}/cluster/${_id}`,
    })),
  PaletteQueries: ({ organizationId }: { organizationId: OrganizationId }) => {
    useQuery('readClusters', { id: organizationId, skip: 0, limit: MAX_CLUSTERS })
    return null
  },
}
