import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { usePageNumber } from '../../hooks/use-url-query.ts'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { ProjectsGrid } from '../projects-grid.tsx'
import { useProjects } from '../use-projects.ts'

type ArchivedProjectsProps = { organizationId: OrganizationId; username: string; pageSize: number }

export const ArchivedProjects = ({ organizationId, username, pageSize }: ArchivedProjectsProps) => {
  const { page, to } = usePageNumber()
  const { data, retry, projects, totalCount } = useProjects({ organizationId, page, pageSize, state: 'ARCHIVED' })
  return (
    <Remote
      data={data}
      retry={retry}
      title="The archived projects could not be loaded"
      value={projects}
      loading={<ProjectsGrid projects={null} pageSize={pageSize} to={() => ''} />}
      empty={
        projects?.length === 0 && (
          <EmptyState
            title="No archived projects"
            text="A project that you archive is kept here with everything in it, until you restore it."
          />
        )
      }
    >
      <ProjectsGrid projects={projects} pageSize={pageSize} to={(project) => `/${username}/project/${project._id}`} />
      <Pagination label="Archived projects" page={page} pageSize={pageSize} total={totalCount} to={to} />
    </Remote>
  )
}
