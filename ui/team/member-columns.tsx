import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { roleGroups } from '../../src/contract/wire/role.ts'
import { roleLabel } from '../../src/rules/roles.ts'
import { Avatar } from '../parts/frame/avatar.tsx'
import { Badge } from '../parts/state/badge.tsx'
import type { Column } from '../parts/tables/column.ts'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import css from './member-columns.module.css'
import { MemberMenu } from './member-menu.tsx'
import { nameOf } from './use-members.ts'

type Rows = { ownId: string | null; whyNot: (member: MemberWithRole) => string | undefined }

export const memberColumns = ({ ownId, whyNot }: Rows): Column<MemberWithRole>[] => [
  {
    id: 'name',
    widthPercent: 34,
    title: 'Name',
    isRowHeader: true,
    sortBy: (member) => nameOf(member).toLowerCase(),
    cell: (member) => (
      <span className={css.member}>
        <Avatar name={nameOf(member)} image={member.avatar ?? undefined} />
        <span className={css.names}>
          <span className={css.name}>
            {nameOf(member)}
            {member.userId === ownId && <Badge>You</Badge>}
          </span>
          <span className={css.username}>@{member.username}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'email',
    widthPercent: 30,
    title: 'E-mail',
    ownLine: true,
    sortBy: ({ email }) => email ?? '',
    cell: ({ email, emailVerified }) => (
      <span className={css.email}>
        {email ?? '–'} {email && !emailVerified && <Badge tone="warn">Not verified</Badge>}
      </span>
    ),
  },
  {
    id: 'role',
    widthPercent: 14,
    title: 'Role',
    sortBy: ({ roleGroup }) => roleGroups.indexOf(roleGroup),
    cell: ({ roleGroup }) => roleLabel(roleGroup),
  },
  {
    id: 'joined',
    widthPercent: 14,
    title: 'Joined',
    sortBy: ({ joinedAt }) => joinedAt,
    cell: ({ joinedAt }) => <RelativeTime at={joinedAt} />,
  },
  {
    id: 'actions',
    widthPercent: 8,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (member) => <MemberMenu member={member} whyNot={whyNot(member)} />,
  },
]
