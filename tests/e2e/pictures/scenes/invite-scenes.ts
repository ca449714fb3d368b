import { failing, seenBy, waiting } from '../actions.ts'
import { idOf, type Team, teamNames } from '../sample-team.ts'
import type { Scene } from '../scene.ts'

/** The invitation page for different users and states of the invitation. */
export const inviteScenes = ({ openInvite, acceptedInvite, expiredInvite, revokedInvite }: Team): Scene[] => [
  seenBy(teamNames.newcomer, { name: 'invite-open', path: openInvite }),
  { name: 'invite-signed-out', path: openInvite, isOutside: true },
  { name: 'invite-expired', path: expiredInvite, isOutside: true },
  { name: 'invite-accepted', path: acceptedInvite },
  { name: 'invite-revoked', path: revokedInvite },
  { name: 'invite-of-somebody-else', path: `/invite/${idOf(openInvite)}` },
  { name: 'invite-loading', path: openInvite, act: waiting('**/api/invite/**') },
  { name: 'invite-failed', path: openInvite, act: failing('**/api/invite/**') },
  seenBy(teamNames.newcomer, { name: 'onboarding', path: '/onboarding' }),
]
