import type { ReceivedInvite } from '../../src/contract/wire/invite.ts'
import { roleLabel } from '../../src/rules/roles.ts'
import { roleDescriptions } from '../../src/team/role-descriptions.ts'
import { DescriptionList } from '../parts/facts/description-list.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'

export const InviteFacts = ({ invite }: { invite: ReceivedInvite }) => (
  <DescriptionList
    layout="narrow"
    facts={[
      { term: 'Organisation', value: invite.organization.name },
      { term: 'Invited by', value: invite.invitedBy ?? 'A deleted user' },
      { term: 'Your role', value: `${roleLabel(invite.role)}. ${roleDescriptions[invite.role]}` },
      { term: 'Sent to', value: invite.email },
      { term: 'Expires', value: <RelativeTime at={invite.expiresAt} /> },
    ]}
  />
)
