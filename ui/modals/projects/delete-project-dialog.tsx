import { selectProject } from '../../../src/projects/projects.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteProjectDialog = ({ modal: { id }, onClose }: DialogOf<'deleteProject'>) => {
  const project = useSelected(selectProject(id), [id])
  const organization = useOrganization()
  const { mutate, isRunning, failure } = useMutation('deleteProject')
  if (!project) return null
  const { total } = project.instanceReport
  if (total > 0)
    return (
      <Dialog
        title={`${project.name} cannot be deleted yet`}
        text={`It still has ${total} ${total === 1 ? 'instance' : 'instances'}. Delete ${total === 1 ? 'it' : 'them'} first. Closed instances count too.`}
        onClose={onClose}
        actions={
          <>
            <LinkButton to={`/${organization?.profile.username}/project/${id}`} onClick={onClose}>
              Show its instances
            </LinkButton>
            <Button variant="primary" onClick={onClose}>
              Okay
            </Button>
          </>
        }
      />
    )
  return (
    <ConfirmByName
      title={`Delete ${project.name}`}
      name={project.name}
      confirmLabel="Delete project"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: project._id })}
      onClose={onClose}
    >
      The project will be deleted for all members of the organisation.
    </ConfirmByName>
  )
}
