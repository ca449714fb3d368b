import type { ReceivedInvite } from '../../src/contract/wire/invite.ts'
import { useSend } from '../hooks/use-console.tsx'
import { Button } from '../parts/actions/button.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { InviteFacts } from './invite-facts.tsx'

/** Lets a signed-out user sign in or up and return here. */
export const InviteLogin = ({ invite }: { invite: ReceivedInvite }) => {
  const send = useSend()
  const go = (intent: 'login' | 'signup') => () =>
    send({ type: 'ui/inviteLoginPressed', inviteId: invite.inviteId, intent })
  return (
    <Stack gap={5}>
      <InviteFacts invite={invite} />
      <Button variant="primary" size="large" wide onClick={go('login')}>
        Log in to respond
      </Button>
      <Button size="large" wide onClick={go('signup')}>
        Sign up to respond
      </Button>
    </Stack>
  )
}
