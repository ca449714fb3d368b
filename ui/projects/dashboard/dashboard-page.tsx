import { Plus } from 'lucide-react'
import type { Configuration } from '../../../src/contract/wire/configuration.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useIsVisitor, useOrganization } from '../../hooks/use-organization.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { usePageNumber, useUrlQuery } from '../../hooks/use-url-query.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { BerthArt } from '../../parts/art/berth-art.tsx'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { lazy } from '../../parts/lazy/lazy.tsx'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'
import { PageHeader } from '../../parts/navigation/page-header.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import { Heading } from '../../parts/text/heading.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { AsOf } from '../../shell/frame/as-of.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { ProjectsGrid } from '../projects-grid.tsx'
import { useProjects } from '../use-projects.ts'
import { DashboardFigures } from './dashboard-figures.tsx'

const PAGE_SIZE = 6
const AttentionCard = lazy(() => import('./attention-card.tsx'), 'AttentionCard')
const ResourceUseCard = lazy(() => import('./resource-use-card.tsx'), 'ResourceUseCard')
const ArchivedProjects = lazy(() => import('./archived-projects.tsx'), 'ArchivedProjects')
const ArchivedLink = lazy(() => import('./archived-link.tsx'), 'ArchivedLink')
const ClustersSection = lazy(() => import('../../clusters/clusters-section.tsx'), 'ClustersSection')
const DashboardExtras = lazy(() => import('../../resources/dashboard-extras.tsx'), 'DashboardExtras')

export const DashboardPage = () => {
  const organization = useOrganization()
  const configuration = useConfiguration()
  const pageSize = configuration?.pageSizes.projects ?? PAGE_SIZE
  const { query, to: toQuery } = useUrlQuery()
  const isArchiveShown = query.get('projects') === 'archived'
  const { page: shownPage, to } = usePageNumber()
  const page = isArchiveShown ? 1 : shownPage
  const send = useSend()
  // Visitors see no reasons, and a role may forbid to see instances.
  const mayNotSee = useBlocked('instances.read')
  const isMember = !useIsVisitor() && mayNotSee === undefined
  const { data, retry, projects, all, totalCount } = useProjects({
    organizationId: organization?._id ?? null,
    page,
    pageSize,
  })
  useTitle('Dashboard')
  const username = organization?.profile.username ?? ''
  const newProject = (
    <MayButton
      may="projects.write"
      variant="primary"
      icon={<Plus />}
      onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'createNewComputeProject' } })}
    >
      New project
    </MayButton>
  )
  const isEmpty = projects?.length === 0 && page === 1 && !isArchiveShown
  return (
    <PageBody>
      <PageHeader
        title="Dashboard"
        text={organization?.profile.name}
        mark={<AsOf />}
        actions={
          isEmpty ? null : (
            <>
              {isMember && <LinkButton to={`/${username}/alerts`}>Alerts</LinkButton>}
              {newProject}
            </>
          )
        }
      />
      <Remote
        data={data}
        retry={retry}
        title="The projects could not be loaded"
        value={projects}
        empty={
          isEmpty && (
            <EmptyState
              size="page"
              art={<BerthArt />}
              title="No projects yet"
              text="A project groups instances that belong together. Create one, then deploy a template or a container image into it."
              actions={
                <>
                  {newProject}
                  {organization && <ArchivedLink organizationId={organization._id} />}
                </>
              }
            />
          )
        }
      >
        {isMember && organization && <AttentionCard organizationId={organization._id} organization={username} />}
        <DashboardFigures projects={all} totalCount={totalCount} />
        <Stack as="section" gap={3}>
          <Row justify="between" wrap>
            <Heading level={2}>Projects</Heading>
            <LinkTabs
              label="Projects"
              current={toQuery({ projects: isArchiveShown ? 'archived' : '', page: '' })}
              tabs={[
                { to: toQuery({ projects: '', page: '' }), label: 'Current' },
                { to: toQuery({ projects: 'archived', page: '' }), label: 'Archived' },
              ]}
            />
          </Row>
          {isArchiveShown ? (
            organization && (
              <ArchivedProjects organizationId={organization._id} username={username} pageSize={pageSize} />
            )
          ) : (
            <>
              <ProjectsGrid
                projects={projects}
                pageSize={pageSize}
                to={(project) => `/${username}/project/${project._id}`}
              />
              {projects?.length === 0 && (
                <EmptyState title="This page is empty" text="Some projects were deleted. Go back to the first page." />
              )}
              <Pagination label="Projects" page={page} pageSize={pageSize} total={totalCount} to={to} />
            </>
          )}
        </Stack>
      </Remote>
      {projects && organization && <ClustersSection organizationId={organization._id} organization={username} />}
      {projects && !isEmpty && isMember && organization && <ResourceUseCard organizationId={organization._id} />}
      {projects && configuration && hasExtras(configuration) && (
        <DashboardExtras organization={username} project={projects[0]} />
      )}
    </PageBody>
  )
}

const hasExtras = ({ marketing, resources, videos }: Configuration): boolean =>
  marketing !== null || resources.length > 0 || videos.length > 0
