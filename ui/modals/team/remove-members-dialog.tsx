import { selectTeam } from '../../../src/team/team.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { nameOf, useMembers } from '../../team/use-members.ts'
import type { DialogOf } from '../dialog-of.ts'

const MAX_NAMED = 5

export const RemoveMembersDialog = ({ modal: { userIds }, onClose }: DialogOf<'removeMembers'>) => {
  const send = useSend()
  const { organization, members } = useMembers()
  const { isRemoving } = useSelected(selectTeam)
  if (!organization) return null
  const leaving = members.filter(({ userId }) => userIds.includes(userId))
  return (
    <Confirm
      busy={isRemoving}
      onConfirm={() => send({ type: 'ui/membersRemoved', organizationId: organization._id, userIds })}
      onClose={onClose}
    >
      {formatNames(leaving.map(nameOf))} will be removed from {organization.profile.name}. Their API tokens for it and
      their pending invitations will stop working. Their deployments stay.
    </Confirm>
  )
}

const formatNames = (names: readonly string[]): string => {
  const beyond = names.length - MAX_NAMED
  const named = [...names.slice(0, MAX_NAMED), ...(beyond > 0 ? [`${beyond} more`] : [])]
  return new Intl.ListFormat('en-GB').format(named)
}
