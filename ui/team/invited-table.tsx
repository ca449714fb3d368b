import { RotateCw, X } from 'lucide-react'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Invite, InviteStatus } from '../../src/contract/wire/invite.ts'
import { roleLabel } from '../../src/rules/roles.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Badge } from '../parts/state/badge.tsx'
import type { Column } from '../parts/tables/column.ts'
import { DataTable } from '../parts/tables/data-table.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import css from './member-columns.module.css'

type InvitedTableProps = { organizationId: OrganizationId; invites: readonly Invite[] | null; action: React.ReactNode }

export const InvitedTable = ({ organizationId, invites, action }: InvitedTableProps) => (
  <Card padded={false}>
    <DataTable
      caption="Invited"
      columns={columns(organizationId)}
      rows={invites ?? []}
      rowKey={({ inviteId }) => inviteId}
      rowName={({ email }) => email}
      loading={invites === null}
      empty={
        <EmptyState
          title="No pending invitations"
          text="Invitations appear here until they are accepted or declined."
          actions={action}
        />
      }
    />
  </Card>
)

const statusLabels: Record<InviteStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  declined: 'Declined',
  revoked: 'Revoked',
  expired: 'Expired',
}

const columns = (organizationId: OrganizationId): Column<Invite>[] => [
  {
    id: 'email',
    widthPercent: 32,
    title: 'E-mail',
    isRowHeader: true,
    sortBy: ({ email }) => email,
    cell: ({ email }) => <span className={css.email}>{email}</span>,
  },
  {
    id: 'status',
    widthPercent: 12,
    title: 'Status',
    sortBy: ({ status }) => status,
    cell: ({ status }) => <Badge tone={status === 'expired' ? 'warn' : 'still'}>{statusLabels[status]}</Badge>,
  },
  { id: 'role', widthPercent: 10, title: 'Role', sortBy: ({ role }) => role, cell: ({ role }) => roleLabel(role) },
  {
    id: 'sent',
    widthPercent: 13,
    title: 'Sent',
    sortBy: ({ sentAt }) => sentAt,
    cell: ({ sentAt }) => <RelativeTime at={sentAt} />,
  },
  {
    id: 'expires',
    widthPercent: 13,
    title: 'Expires',
    sortBy: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
  },
  {
    id: 'actions',
    widthPercent: 20,
    title: 'Actions',
    ownLine: true,
    align: 'end',
    cell: (invite) => <InviteActions organizationId={organizationId} invite={invite} />,
  },
]

const InviteActions = ({ organizationId, invite }: { organizationId: OrganizationId; invite: Invite }) => {
  const send = useSend()
  const { mutate, isRunning } = useMutation('resendInvite')
  const { inviteId, email } = invite
  return (
    <div className={css.actions}>
      <Button
        size="small"
        icon={<RotateCw />}
        busy={isRunning}
        aria-label={`Resend to ${email}`}
        onClick={() => mutate({ orgId: organizationId, inviteId })}
      >
        Resend
      </Button>
      <Button
        size="small"
        icon={<X />}
        aria-label={`Remove the invitation to ${email}`}
        onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'removeInvitedMember', inviteId, email } })}
      >
        Remove
      </Button>
    </div>
  )
}
