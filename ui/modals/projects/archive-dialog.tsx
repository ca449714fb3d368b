import { selectProject } from '../../../src/projects/projects.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const ArchiveDialog = ({ modal: { id, type }, onClose }: DialogOf<'archivePrompt'>) => {
  const project = useSelected(selectProject(id), [id])
  const { mutate, isRunning, failure } = useMutation('setProjectState')
  if (!project) return null
  const { active, starting } = project.instanceReport
  const running = active + starting
  const isArchiving = type === 'archive'
  return (
    <Confirm
      tone="plain"
      title={`${isArchiving ? 'Archive' : 'Restore'} ${project.name}`}
      confirmLabel={isArchiving ? 'Archive project' : 'Restore project'}
      busy={isRunning}
      failure={failure}
      failureTitle={isArchiving ? 'The project was not archived' : 'The project was not restored'}
      hindrance={
        isArchiving &&
        running > 0 && {
          title: running === 1 ? 'One instance is running' : `${running} instances are running`,
          text: 'Close what runs in the project first. Closed instances keep their settings and logs.',
        }
      }
      onConfirm={() => mutate({ id: project._id, state: isArchiving ? 'ARCHIVED' : 'MAINTAINED' })}
      onClose={onClose}
    >
      {isArchiving
        ? 'The project leaves the list of projects, and nothing can be started in it. Its instances, volumes and logs are kept, and you can restore it at any time.'
        : 'The project returns to the list of projects, and its instances can be started again.'}
    </Confirm>
  )
}
