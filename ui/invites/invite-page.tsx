import { useParams } from 'react-router-dom'
import * as v from 'valibot'
import { inviteId as inviteIdShape } from '../../src/contract/wire/common.ts'
import { selectInviteSecret } from '../../src/invites/opened-invite.ts'
import { selectIsSessionKnown, selectToken } from '../../src/session/session.ts'
import { useProductName } from '../hooks/use-configuration.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'

import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { FailedState } from '../parts/waiting/failed-state.tsx'
import { SkeletonText } from '../parts/waiting/skeleton-text.tsx'
import { InviteActions } from './invite-actions.tsx'
import { InviteExitLink } from './invite-exit-link.tsx'
import { InviteLogin } from './invite-login.tsx'
import { type InviteScene, inviteScene } from './invite-scene.ts'

/** Shows an invitation and its actions, or why it cannot be accepted. */
export const InvitePage = () => {
  const { inviteId: inviteIdParam } = useParams()
  const read = v.safeParse(inviteIdShape, inviteIdParam)
  const inviteId = read.success ? read.output : null
  const product = useProductName()
  const isSignedIn = useSelected(selectToken) !== null
  const known = useSelected(selectIsSessionKnown)
  const secret = useSelected(selectInviteSecret(inviteId ?? ''), [inviteId])
  // Accepting refetches the profile, which the dashboard needs.
  useQuery('readProfile', isSignedIn ? {} : null)
  const { data, retry } = useQuery('readInvite', inviteId && known ? { inviteId, ...(secret && { secret }) } : null)
  const scene = inviteScene(inviteId === null ? 'unknown' : data, isSignedIn)
  useTitle('Invitation')
  return (
    <AuthFrame product={product} title={scene.title} text={scene.text}>
      {bodyOf(scene, secret, retry)}
    </AuthFrame>
  )
}

const bodyOf = (scene: InviteScene, secret: string | undefined, retry: () => void) => {
  switch (scene.kind) {
    case 'loading':
      return <SkeletonText lines={3} />
    case 'failed':
      return <FailedState title="The invitation could not be loaded" text={scene.message} onRetry={retry} />
    case 'open':
      return scene.isSignedIn ? (
        <InviteActions invite={scene.invite} secret={secret} />
      ) : (
        <InviteLogin invite={scene.invite} />
      )
    case 'over':
      return <InviteExitLink isSignedIn={scene.isSignedIn} />
  }
}
