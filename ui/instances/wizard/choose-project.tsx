import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { AdriftArt } from '../../parts/art/adrift-art.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { ProjectField } from '../../projects/project-field.tsx'
import { useProjectOptions } from '../../projects/use-project-options.ts'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** The wizard without its project: another is chosen or created, and the choices in the address are kept. */
export const ChooseProject = ({ title }: { title: string }) => {
  const { organization: username = '' } = useParams()
  const organization = useOrganization()
  const { search } = useLocation()
  const send = useSend()
  const mayNotDeploy = useBlocked('instances.write')
  const options = useProjectOptions(organization && mayNotDeploy === undefined ? organization._id : null)
  const [chosen, setChosen] = useState<ProjectId | null>(null)
  const hasProjects = options !== null && options.length > 0
  const project = chosen ?? options?.[0]?.value ?? null
  return (
    <PageBody>
      <div role="alert">
        <EmptyState
          headingLevel={1}
          art={<AdriftArt />}
          title={title}
          text="Deploy into another project, or create a new one."
          actions={
            <>
              <MayButton
                may="projects.write"
                variant={hasProjects ? 'secondary' : 'primary'}
                icon={<Plus />}
                onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'createNewComputeProject' } })}
              >
                New project
              </MayButton>
              <LinkButton to={`/${username}/dashboard`}>Back to the dashboard</LinkButton>
            </>
          }
        />
      </div>
      {hasProjects && project && (
        <Card title="Deploy into a project">
          <Stack width="prose">
            <ProjectField options={options} value={project} onChange={setChosen} />
            <Row>
              <LinkButton variant="primary" to={`/${username}/${project}/new-instance${search}`}>
                Continue
              </LinkButton>
            </Row>
          </Stack>
        </Card>
      )}
    </PageBody>
  )
}
