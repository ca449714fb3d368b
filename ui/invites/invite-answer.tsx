import type { ReceivedInvite } from '../../src/contract/wire/invite.ts'
import { failureWords } from '../../src/core/failure.ts'
import { selectUser } from '../../src/organizations/organizations.ts'
import { useAsk } from '../app/use-ask.ts'
import { useSelected } from '../app/use-selected.ts'
import { Button } from '../parts/actions/button.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { Text } from '../parts/text/text.tsx'
import { InviteFacts } from './invite-facts.tsx'
import { InviteWayOut } from './invite-way-out.tsx'

type InviteAnswerProps = { invite: ReceivedInvite; secret: string | undefined }

export const InviteAnswer = ({ invite, secret }: InviteAnswerProps) => {
  const user = useSelected(selectUser)
  const accept = useAsk('answerInvite')
  const decline = useAsk('answerInvite')
  const failure = accept.failure ?? decline.failure
  const answerWith = (status: 'accepted' | 'declined') => ({
    orgId: invite.organizationId,
    inviteId: invite.inviteId,
    status,
    ...(secret && { secret }),
  })
  if (decline.write?.kind === 'answered')
    return (
      <Stack>
        <Banner title="Declined">{invite.organization.name} is told. Nothing else happens.</Banner>
        <InviteWayOut isSignedIn />
      </Stack>
    )
  const isDone = accept.write?.kind === 'answered'
  return (
    <Stack gap={5}>
      {failure && (
        <Banner tone="bad" title="That did not work">
          {failureWords(failure)}
        </Banner>
      )}
      <InviteFacts invite={invite} />
      <Button
        look="primary"
        size="large"
        wide
        busy={accept.isRunning || isDone}
        onClick={() => accept.ask(answerWith('accepted'))}
      >
        Accept
      </Button>
      <Button size="large" wide busy={decline.isRunning} onClick={() => decline.ask(answerWith('declined'))}>
        Decline
      </Button>
      {user && (
        <Text size="sm" tone="muted">
          You answer as {user.platformProfile.name || user.platformProfile.username}.
        </Text>
      )}
    </Stack>
  )
}
