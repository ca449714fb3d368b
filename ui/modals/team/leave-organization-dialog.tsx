import { errorCodes } from '../../../src/contract/error-codes.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { useMembers } from '../../team/use-members.ts'
import type { DialogOf } from '../dialog-of.ts'

/** The last owner cannot leave, and sees that before pressing. */
export const LeaveOrganizationDialog = ({ onClose }: DialogOf<'leaveOrganization'>) => {
  const { organization, members } = useMembers()
  const own = useSelected(selectUser)
  const { mutate, isRunning, failure } = useMutation('removeMember')
  if (!organization || !own) return null
  const owners = members.filter(({ roleGroup }) => roleGroup === 'owner')
  const isLastOwner = owners.length === 1 && owners[0]?.userId === own._id
  return (
    <Confirm
      title={`Leave ${organization.profile.name}?`}
      confirmLabel="Leave organisation"
      busy={isRunning}
      hindrance={isLastOwner && { title: 'You are the only owner', text: errorCodes.lastOwner.message }}
      failureTitle="You could not leave"
      failure={failure}
      onConfirm={() => mutate({ id: organization._id, userId: own._id })}
      onClose={onClose}
    >
      You will lose access. Your API tokens for it and the pending invitations that you sent will stop working. Only a
      member can invite you back.
    </Confirm>
  )
}
