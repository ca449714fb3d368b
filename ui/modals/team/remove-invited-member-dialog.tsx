import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RemoveInvitedMemberDialog = ({ modal, onClose }: DialogOf<'removeInvitedMember'>) => {
  const organization = useSelected(selectOrganization)
  const { mutate, isRunning, failure } = useMutation('removeInvite')
  if (!organization) return null
  return (
    <Confirm
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ orgId: organization._id, inviteId: modal.inviteId })}
      onClose={onClose}
    >
      The invitation to {modal.email} will be removed, and its link will stop working.
    </Confirm>
  )
}
