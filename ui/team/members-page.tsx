import { UserPlus } from 'lucide-react'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { useOrganization } from '../hooks/use-organization.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useTitle } from '../hooks/use-title.ts'
import { PageBody } from '../parts/layout/page-body.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { LinkTabs } from '../parts/navigation/link-tabs.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { AsOf } from '../shell/frame/as-of.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { InvitedTable } from './invited-table.tsx'
import { MembersTable } from './members-table.tsx'
import { useTeamView } from './use-team-view.ts'

export const MembersPage = () => {
  const organization = useOrganization()
  const send = useSend()
  const { tab, toTab } = useTeamView()
  const blocked = useBlocked('members.write')
  const orgId = organization?._id
  const team = useQuery('readUsersWithRoleGroups', orgId ? { orgId } : null)
  const whole = useQuery('readOrganization', orgId ? { id: orgId } : null)
  useTitle('Team')
  if (!organization) return null
  const members = lastLoaded(team.data)?.value.users ?? null
  const invites = lastLoaded(whole.data)?.value.organization.invitedMembers ?? null
  const invite = (
    <MayButton
      may="members.write"
      variant="primary"
      icon={<UserPlus />}
      onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'inviteMembers' } })}
    >
      Invite members
    </MayButton>
  )
  return (
    <PageBody>
      <PageHeader
        title="Team"
        text={organization.profile.name}
        mark={<AsOf />}
        actions={invite}
        tabs={
          <LinkTabs
            label="Team"
            current={toTab(tab === 'members' ? '' : tab)}
            tabs={[
              { to: toTab(''), label: 'Members', ...(members && { count: members.length }) },
              { to: toTab('invited'), label: 'Invited', ...(invites && { count: invites.length }) },
            ]}
          />
        }
      />
      <Stack>
        {tab === 'members' && (
          <Remote {...team} title="The team could not be loaded">
            <MembersTable members={members} />
          </Remote>
        )}
        {tab === 'invited' && (
          <Remote {...whole} title="The team could not be loaded" value={invites}>
            {blocked === undefined ? (
              <InvitedTable organizationId={organization._id} invites={invites} action={invite} />
            ) : (
              <Banner title="You do not have access to invitations">{blocked}</Banner>
            )}
          </Remote>
        )}
      </Stack>
    </PageBody>
  )
}
