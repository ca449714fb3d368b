import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const ToggleVisibilityDialog = ({ onClose }: DialogOf<'toggleOrgVisibility'>) => {
  const organization = useSelected(selectOrganization)
  const { mutate, isRunning, failure } = useMutation('setPublicAccess')
  if (!organization) return null
  const { name } = organization.profile
  const isPublic = organization.publiclyAccessible
  return (
    <ConfirmByName
      title="Organizational Privacy Settings"
      name={name}
      confirmLabel={isPublic ? 'Make Private' : 'Make Public'}
      variant="primary"
      reversible
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: organization._id, publiclyAccessible: !isPublic })}
      onClose={onClose}
    >
      {isPublic
        ? 'Only members will have access. Shared links will stop working for everyone else.'
        : 'Anyone with the link will be able to view its projects, instances and members, but not change anything. Logs, variable values and prices stay visible to members only.'}
    </ConfirmByName>
  )
}
