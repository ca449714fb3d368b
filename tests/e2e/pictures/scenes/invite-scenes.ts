import { failing, seenBy, waiting } from '../acts.ts'
import { idOf, people, type Team } from '../made-up-team.ts'
import type { Scene } from '../scene.ts'

/** The page that the link of an invitation opens, for whoever follows it and however late. */
export const inviteScenes = ({ openInvite, acceptedInvite, expiredInvite, revokedInvite }: Team): Scene[] => [
  seenBy(people.newcomer, { name: 'invite-open', path: openInvite }),
  { name: 'invite-signed-out', path: openInvite, isOutside: true },
  { name: 'invite-expired', path: expiredInvite, isOutside: true },
  { name: 'invite-accepted', path: acceptedInvite },
  { name: 'invite-revoked', path: revokedInvite },
  { name: 'invite-of-somebody-else', path: `/invite/${idOf(openInvite)}` },
  { name: 'invite-loading', path: openInvite, act: waiting('**/api/invite/**') },
  { name: 'invite-failed', path: openInvite, act: failing('**/api/invite/**') },
  seenBy(people.newcomer, { name: 'onboarding', path: '/onboarding' }),
]
