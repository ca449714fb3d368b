import { securityActionLabels } from '../../../../src/audit/audit-labels.ts'
import type { SecurityEntry } from '../../../../src/contract/wire/audit.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { usePageNumber } from '../../../hooks/use-url-query.ts'
import { LogbookArt } from '../../../parts/art/logbook-art.tsx'
import type { Column } from '../../../parts/tables/column.ts'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../../parts/text/text.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { listPage, PagedCard } from '../paged-card.tsx'
import { placeColumn } from './place-column.tsx'

const columns: readonly Column<SecurityEntry>[] = [
  {
    id: 'event',
    title: 'Event',
    isRowHeader: true,
    cell: ({ action, target }) => (
      <TwoLines>
        <Text weight="medium">{securityActionLabels[action]}</Text>
        <Text size="sm" tone="muted">
          {target}
        </Text>
      </TwoLines>
    ),
  },
  placeColumn,
  { id: 'at', title: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
]

/** The user's own sign-ins, sessions and logins, hidden from other users. */
export const SecurityLogCard = () => {
  const { page, to } = usePageNumber()
  const { data, retry } = useQuery('readSecurityLog', listPage(page))
  const response = lastLoaded(data)?.value
  return (
    <PagedCard
      title="Security log"
      text="Logins, sessions and other security events of your account. Only you can see them."
      columns={columns}
      rows={response?.entries ?? null}
      rowKey={({ number }) => String(number)}
      total={response?.totalCount ?? 0}
      page={page}
      to={to}
      data={data}
      onRetry={retry}
      empty={<EmptyState title="Nothing recorded yet" text="Your next login will appear here." art={<LogbookArt />} />}
    />
  )
}
