import type { Organization } from '../../src/contract/wire/account.ts'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { useTitle } from '../hooks/use-title.ts'
import { usePageNumber } from '../hooks/use-url-query.ts'
import { BerthArt } from '../parts/art/berth-art.tsx'
import { PageBody } from '../parts/layout/page-body.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { Pagination } from '../parts/navigation/pagination.tsx'
import { Badge } from '../parts/state/badge.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { ProjectsGrid } from '../projects/projects-grid.tsx'
import { useProjects } from '../projects/use-projects.ts'

const PAGE_SIZE = 6

/** The projects of a public organisation, read-only. */
export const PublicOrganizationPage = ({ organization: { _id, profile, role } }: { organization: Organization }) => {
  const pageSize = useConfiguration()?.pageSizes.projects ?? PAGE_SIZE
  const { page, to } = usePageNumber()
  const { data, retry, projects, totalCount } = useProjects({ organizationId: _id, page, pageSize })
  useTitle(profile.name)
  return (
    <PageBody>
      <PageHeader
        title={profile.name}
        mark={<Badge tone="info">Public</Badge>}
        text={
          role === null
            ? 'You can view its projects, instances and members. Logs, prices and the values of variables are for members only.'
            : undefined
        }
      />
      <Remote
        data={data}
        retry={retry}
        title="The projects could not be loaded"
        value={projects}
        empty={
          projects?.length === 0 &&
          page === 1 && (
            <EmptyState
              size="page"
              art={<BerthArt />}
              title="No projects yet"
              text="What this organisation runs will be shown here."
            />
          )
        }
      >
        <Stack as="section" gap={3}>
          <Heading level={2}>Projects</Heading>
          <ProjectsGrid
            projects={projects}
            pageSize={pageSize}
            to={(project) => `/${profile.username}/project/${project._id}`}
          />
          <Pagination label="Projects" page={page} pageSize={pageSize} total={totalCount} to={to} />
        </Stack>
      </Remote>
    </PageBody>
  )
}
