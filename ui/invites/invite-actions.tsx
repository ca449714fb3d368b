import type { ReceivedInvite } from '../../src/contract/wire/invite.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { selectUser } from '../../src/organizations/organizations.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { Button } from '../parts/actions/button.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { Text } from '../parts/text/text.tsx'
import { InviteExitLink } from './invite-exit-link.tsx'
import { InviteFacts } from './invite-facts.tsx'

type InviteActionsProps = { invite: ReceivedInvite; secret: string | undefined }

export const InviteActions = ({ invite, secret }: InviteActionsProps) => {
  const user = useSelected(selectUser)
  const accept = useMutation('respondToInvite')
  const decline = useMutation('respondToInvite')
  const failure = accept.failure ?? decline.failure
  const inputWith = (status: 'accepted' | 'declined') => ({
    orgId: invite.organizationId,
    inviteId: invite.inviteId,
    status,
    ...(secret && { secret }),
  })
  if (decline.state?.kind === 'succeeded')
    return (
      <Stack>
        <Banner title="Invitation declined">We have notified {invite.organization.name}.</Banner>
        <InviteExitLink isSignedIn />
      </Stack>
    )
  const isDone = accept.state?.kind === 'succeeded'
  return (
    <Stack gap={5}>
      {failure && (
        <Banner tone="bad" title="Something went wrong">
          {failureMessage(failure)}
        </Banner>
      )}
      <InviteFacts invite={invite} />
      <Button
        variant="primary"
        size="large"
        wide
        busy={accept.isRunning || isDone}
        onClick={() => accept.mutate(inputWith('accepted'))}
      >
        Accept
      </Button>
      <Button size="large" wide busy={decline.isRunning} onClick={() => decline.mutate(inputWith('declined'))}>
        Decline
      </Button>
      {user && (
        <Text size="sm" tone="muted">
          Responding as {user.platformProfile.name || user.platformProfile.username}.
        </Text>
      )}
    </Stack>
  )
}
