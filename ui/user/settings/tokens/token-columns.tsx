import { Trash2 } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/wire/api-key.ts'
import { appTypeNames } from '../../../../src/rules/roles.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import type { Column } from '../../../parts/tables/column.ts'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../../parts/text/text.tsx'
import { TokenExpiration } from './token-expiration.tsx'
import { TokenPermissionsCell } from './token-permissions-cell.tsx'

export const tokenColumns = (onDelete: (id: string) => void): Column<ApiKey>[] => [
  {
    id: 'name',
    title: 'Name',
    isRowHeader: true,
    cell: ({ name, start }) => (
      <TwoLines>
        <Text weight="medium">{name}</Text>
        <Text size="sm" tone="muted" mono>
          {start}…
        </Text>
      </TwoLines>
    ),
  },
  { id: 'type', title: 'Type', cell: ({ scope }) => appTypeNames[scope.appType] },
  { id: 'scope', title: 'Scope', cell: ({ scope }) => scope.profile.name },
  {
    id: 'permissions',
    title: 'Permissions',
    ownLine: true,
    cell: ({ name, scopes }) => <TokenPermissionsCell name={name} scopes={scopes} />,
  },
  {
    id: 'expiration',
    title: 'Expiration',
    // Tokens without an expiration come last.
    sortBy: ({ expiresAt }) => (expiresAt === null ? Number.MAX_VALUE : Date.parse(expiresAt)),
    cell: ({ expiresAt }) => <TokenExpiration expiresAt={expiresAt} />,
  },
  {
    id: 'used',
    title: 'Last used',
    cell: ({ lastUsedAt, lastUsedFrom }) => (
      <>
        <Text tone="muted">{lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} />}</Text>
        {lastUsedFrom && (
          <Text size="sm" tone="muted" mono>
            {lastUsedFrom}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'action',
    title: 'Action',
    align: 'end',
    corner: true,
    cell: ({ id, name }) => (
      <IconButton label={`Delete ${name}`} size="small" icon={<Trash2 />} onClick={() => onDelete(id)} />
    ),
  },
]
