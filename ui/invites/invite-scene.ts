import type { ResponseOf } from '../../src/contract/contract.ts'
import type { InviteStatus, ReceivedInvite } from '../../src/contract/wire/invite.ts'
import { failureMessage, isNotFound } from '../../src/core/failure.ts'
import { lastLoaded, type RemoteData } from '../../src/core/remote-data.ts'
import { roleLabel } from '../../src/rules/roles.ts'

interface SceneText {
  title: string
  text: string
}

/** The states of an invitation page. */
export type InviteScene = SceneText &
  (
    | { kind: 'loading' }
    | { kind: 'failed'; message: string }
    | { kind: 'open'; invite: ReceivedInvite; isSignedIn: boolean }
    | { kind: 'over'; isSignedIn: boolean }
  )

const inviteStatusMessages: Record<Exclude<InviteStatus, 'pending'>, string> = {
  accepted: 'This invitation was already accepted.',
  declined: 'This invitation was declined. Ask for a new one if that was a mistake.',
  revoked: 'This invitation was revoked. Ask the member who invited you.',
  expired: 'This invitation expired after 7 days. Ask for a new one.',
}

const unknown: SceneText = {
  title: 'This invitation cannot be shown',
  text: 'It was sent to another address, or its link is incomplete or outdated. Open the link in the newest e-mail, or log in with the invited address.',
}

export const inviteScene = (
  data: RemoteData<ResponseOf<'readInvite'>> | 'unknown',
  isSignedIn: boolean,
): InviteScene => {
  if (data === 'unknown') return { kind: 'over', isSignedIn, ...unknown }
  const invite = lastLoaded(data)?.value.invite
  if (!invite && data.kind === 'failed') {
    if (isNotFound(data.failure)) return { kind: 'over', isSignedIn, ...unknown }
    return { kind: 'failed', title: 'Invitation', text: '', message: failureMessage(data.failure) }
  }
  if (!invite) return { kind: 'loading', title: 'Invitation', text: 'Loading the invitation.' }
  const { name } = invite.organization
  if (invite.status !== 'pending')
    return { kind: 'over', isSignedIn, title: `Invitation to ${name}`, text: inviteStatusMessages[invite.status] }
  const inviter = invite.invitedBy ?? 'A member'
  return {
    kind: 'open',
    invite,
    isSignedIn,
    title: `Join ${name}`,
    text: `${inviter} invited you to ${name} as ${roleLabel(invite.role)}.`,
  }
}
