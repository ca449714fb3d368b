import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom'
import { FiringAlerts } from '../../alerts/incidents/firing-alerts.tsx'
import { useFiringIncidents } from '../../alerts/incidents/use-firing-incidents.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { PageHeader } from '../../parts/navigation/page-header.tsx'
import { LoadingTitle } from '../../parts/waiting/loading-title.tsx'
import { MissingState } from '../../parts/waiting/missing-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { useProject } from '../../projects/use-project.ts'
import { NotFoundState } from '../../shell/not-found-state.tsx'
import { InstanceSkeleton } from '../instance-skeleton.tsx'
import { instanceTitle } from '../instance-tabs.ts'
import { routeInstanceId, routeProjectId } from '../route-id.ts'
import { inProject } from './in-project.ts'
import { InstanceHeader } from './instance-header.tsx'
import { InstanceNotice } from './instance-notice.tsx'
import { useInstance } from './use-instance.ts'

/** The frame of an instance's tabs, with its state and actions. */
export const InstancePage = () => {
  const { organization: username = '', projectId = '', instanceId } = useParams()
  const location = useLocation()
  const organization = useOrganization()
  const parent = routeProjectId(projectId)
  const { project } = useProject(parent)
  const { instance, data, retry, isDeleted, isMissing } = useInstance(routeInstanceId(instanceId))
  useTitle(parent === null ? 'Page not found' : instance && instanceTitle(instance.name, location.pathname))
  const firing = useFiringIncidents(routeInstanceId(instanceId))
  const toProject = `/${username}/project/${projectId}`

  // A word of the console's own addresses, such as `billing`.
  if (parent === null) return <NotFoundState />
  if (isDeleted)
    return (
      <MissingState
        title="This instance was deleted"
        text="Its settings and logs were deleted too."
        to={toProject}
        label="Back to the project"
      />
    )
  if (isMissing || (instance && instance.organizationId !== organization?._id))
    return (
      <MissingState
        title="Instance not found"
        text="It may have been deleted, or you do not have access to it."
        to={`/${username}/dashboard`}
        label="Back to the dashboard"
      />
    )
  // It was moved to another project after the link was made.
  if (instance && instance.computeProject !== projectId)
    return <Navigate replace to={inProject(location, instance.computeProject)} />
  return (
    <PageBody gap={5}>
      {instance ? (
        <InstanceHeader instance={instance} project={project?.name ?? 'Project'} organization={username} />
      ) : (
        <PageHeader
          crumbs={[
            { label: 'Dashboard', to: `/${username}/dashboard` },
            { label: project?.name ?? 'Project', to: toProject },
            { label: 'Instance' },
          ]}
          title={data.kind === 'failed' ? 'Instance' : <LoadingTitle />}
        />
      )}
      <Remote
        data={data}
        retry={retry}
        title="The instance could not be loaded"
        // Firing alerts are shown above the content, which would move if they came later.
        value={firing && instance}
        loading={<InstanceSkeleton />}
      >
        {(current) => (
          <>
            <FiringAlerts
              incidents={firing ?? []}
              tab={`/${username}/${current.computeProject}/${current._id}/alerts`}
            />
            <InstanceNotice instance={current} organization={username} />
            <Outlet context={current} />
          </>
        )}
      </Remote>
    </PageBody>
  )
}
