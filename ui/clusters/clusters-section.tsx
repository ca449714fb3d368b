import { selectClusters } from '../../src/clusters/clusters.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { currentRows } from '../../src/core/entities.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { usePageNumber } from '../hooks/use-url-query.ts'
import { Stack } from '../parts/layout/stack.tsx'
import { Pagination } from '../parts/navigation/pagination.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { ProjectsGrid } from '../projects/projects-grid.tsx'

const PAGE_SIZE = 6

type ClustersSectionProps = { organizationId: OrganizationId; organization: string }

/** The clusters of the dashboard; nothing where there are none. */
export const ClustersSection = ({ organizationId, organization }: ClustersSectionProps) => {
  const { page, to } = usePageNumber('clusters')
  const { data, retry } = useQuery('readClusters', {
    id: organizationId,
    skip: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    topupReport: 'y',
  })
  const known = useSelected(selectClusters)
  const response = lastLoaded(data)?.value
  if (response?.totalCount === 0 || (data.kind === 'loading' && !response)) return null
  const clusters = response && currentRows(known, response.clusters)
  return (
    <Remote data={data} retry={retry} title="The clusters could not be loaded" value={clusters ?? null}>
      <Stack as="section" gap={3}>
        <Heading level={2}>Clusters</Heading>
        <ProjectsGrid
          projects={clusters?.map((cluster) => ({ ...cluster, description: cluster.repository })) ?? null}
          pageSize={PAGE_SIZE}
          to={({ _id }) => `/${organization}/cluster/${_id}`}
        />
        <Pagination label="Clusters" page={page} pageSize={PAGE_SIZE} total={response?.totalCount ?? 0} to={to} />
      </Stack>
    </Remote>
  )
}
