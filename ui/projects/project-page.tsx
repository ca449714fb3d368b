import { Archive, ArchiveRestore, Ellipsis, Network, Rocket, Trash2 } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { useIsVisitor } from '../hooks/use-organization.ts'
import { useTitle } from '../hooks/use-title.ts'
import { ProjectInstances } from '../instances/list/project-instances.tsx'
import { routeProjectId } from '../instances/route-id.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'
import { PageBody } from '../parts/layout/page-body.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { Price } from '../parts/text/price.tsx'
import { LoadingTitle } from '../parts/waiting/loading-title.tsx'
import { MissingState } from '../parts/waiting/missing-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { AsOf } from '../shell/frame/as-of.tsx'
import { MayLinkButton } from '../shell/permissions/may-link-button.tsx'
import { ArchivedBanner } from './archived-banner.tsx'
import { ProjectSection } from './sections/project-section.tsx'
import { useProjectTabs } from './sections/project-tabs.tsx'
import { useProject } from './use-project.ts'

export const ProjectPage = () => {
  const { organization = '', projectId } = useParams()
  const { project, data, retry, isDeleted, isMissing } = useProject(routeProjectId(projectId))
  const send = useSend()
  const isVisitor = useIsVisitor()
  const { shown, strip } = useProjectTabs()
  const blocked = useBlocked('projects.write')
  const mayNotDeploy = useBlocked('instances.write')
  useTitle(project?.name ?? null)
  const dashboard = `/${organization}/dashboard`

  if (isDeleted)
    return (
      <MissingState
        title="This project was deleted"
        text="Everything in it was deleted too."
        to={dashboard}
        label="Back to the dashboard"
      />
    )
  if (isMissing)
    return (
      <MissingState
        title="Project not found"
        text="It may have been deleted, or you do not have access to it."
        to={dashboard}
        label="Back to the dashboard"
      />
    )
  const newInstance = `/${organization}/${projectId}/new-instance`
  const isArchived = project?.state === 'ARCHIVED'
  const openPrompt = (type: 'archive' | 'maintain') => () =>
    project && send({ type: 'ui/modalOpened', modal: { kind: 'archivePrompt', id: project._id, type } })
  const isEmpty = project?.instanceReport.total === 0
  const actions = project && !isVisitor && (
    <>
      {!isEmpty && !isArchived && (
        <MayLinkButton may="instances.write" variant="primary" icon={<Rocket />} to={newInstance}>
          New instance
        </MayLinkButton>
      )}
      <Menu
        trigger={<IconButton label="More actions" variant="secondary" icon={<Ellipsis />} />}
        entries={[
          isArchived
            ? {
                kind: 'action',
                label: 'Restore project',
                icon: <ArchiveRestore />,
                blocked,
                onChoose: openPrompt('maintain'),
              }
            : { kind: 'action', label: 'Archive project', icon: <Archive />, blocked, onChoose: openPrompt('archive') },
          {
            kind: 'action',
            label: 'Lease a static address',
            icon: <Network />,
            blocked: mayNotDeploy,
            onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'leaseAddress', id: project._id } }),
          },
          {
            kind: 'action',
            label: 'Delete project',
            icon: <Trash2 />,
            danger: true,
            blocked,
            onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'deleteProject', id: project._id } }),
          },
        ]}
      />
    </>
  )
  return (
    <PageBody>
      <PageHeader
        crumbs={[{ label: 'Dashboard', to: dashboard }, { label: project?.name ?? 'Project' }]}
        title={project?.name ?? <LoadingTitle />}
        mark={<AsOf />}
        text={
          project && (
            <>
              {project.description && <span>{project.description}</span>}
              {project.topupReport && (
                <span>
                  <Price micros={project.topupReport.defaultDailyTopUp} per="day" /> at present
                </span>
              )}
            </>
          )
        }
        actions={actions}
        tabs={project && !isVisitor && strip}
      />
      {isArchived && <ArchivedBanner onRestore={openPrompt('maintain')} />}
      {project ? (
        <ProjectSection
          id={project._id}
          organization={organization}
          shown={isVisitor ? '' : shown}
          instances={<ProjectInstances project={project} organization={organization} newInstance={newInstance} />}
        />
      ) : (
        <Remote data={data} retry={retry} title="The project could not be loaded" value={null}>
          <SkeletonRows />
        </Remote>
      )}
    </PageBody>
  )
}
