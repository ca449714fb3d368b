import { useParams } from 'react-router-dom'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { PageHeader } from '../../parts/navigation/page-header.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { useProject } from '../../projects/use-project.ts'
import { InstanceSkeleton } from '../instance-skeleton.tsx'
import { routeProjectId } from '../route-id.ts'
import { ChooseProject } from './choose-project.tsx'
import { DeployWizard } from './deploy-wizard.tsx'

export const NewInstancePage = () => {
  const { organization: username = '', projectId } = useParams()
  const organization = useOrganization()
  const { project, data, retry, isDeleted, isMissing } = useProject(routeProjectId(projectId))
  useTitle('New instance')

  if (isDeleted || isMissing)
    return <ChooseProject title={isDeleted ? 'This project was deleted' : 'Project not found'} />
  return (
    <PageBody>
      <PageHeader
        crumbs={[
          { label: 'Dashboard', to: `/${username}/dashboard` },
          { label: project?.name ?? 'Project', to: `/${username}/project/${projectId}` },
          { label: 'New instance' },
        ]}
        title="New instance"
      />
      {project ? (
        <DeployWizard key={project._id} project={project} organization={organization} />
      ) : (
        <Remote data={data} retry={retry} title="The project could not be loaded" value={null}>
          <InstanceSkeleton />
        </Remote>
      )}
    </PageBody>
  )
}
