import { ArrowLeft } from 'lucide-react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { type CreditEntry, type CreditLot, MAX_COUNTED_ENTRIES } from '../../../src/contract/wire/money/credit.ts'
import { lastLoaded, type RemoteData } from '../../../src/core/remote-data.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { usePageNumber, useUrlQuery } from '../../hooks/use-url-query.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { SignedPrice } from '../../parts/text/signed-price.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { entryLabel, lotLabel } from './credit-labels.ts'

const PAGE_SIZE = 50
const titles = {
  credit: 'Entries of the balance',
  held: 'Entries of held credit',
  receivable: 'Entries of what is owed',
} as const
const ownTitles = {
  available: 'Entries of your referral credit',
  pending: 'Entries of your pending referral credit',
} as const

const isKeyOf = <T extends object>(names: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(names, name)

/** The entries that an amount of the Credits tab is the sum of; the address says which. */
export const EntriesPage = () => {
  const organization = useOrganization()
  const of = useUrlQuery().query.get('of') ?? ''
  if (!organization) return null
  if (isKeyOf(ownTitles, of)) return <OwnEntries of={of} />
  return (
    <MaySee may="billing.read" what="the credit">
      <OrganizationEntries id={organization._id} of={isKeyOf(titles, of) ? of : 'credit'} />
    </MaySee>
  )
}

const OrganizationEntries = ({ id, of }: { id: OrganizationId; of: keyof typeof titles }) => {
  const lotId = useUrlQuery().query.get('lot') ?? undefined
  const skip = (usePageNumber().page - 1) * PAGE_SIZE
  const { data, retry } = useQuery('readCreditEntries', { id, of, skip, ...(lotId !== undefined && { lotId }) })
  const lot = lastLoaded(useQuery('readOrganizationCredits', { id }).data)?.value.lots.find(({ _id }) => _id === lotId)
  return <Entries title={titleOf(of, lotId, lot)} data={data} retry={retry} />
}

const titleOf = (of: keyof typeof titles, lotId: string | undefined, lot: CreditLot | undefined): string => {
  if (lotId === undefined) return titles[of]
  return lot ? `Entries of: ${lotLabel(lot)}` : 'Entries of a part of the credit'
}

const OwnEntries = ({ of }: { of: keyof typeof ownTitles }) => {
  const skip = (usePageNumber().page - 1) * PAGE_SIZE
  const { data, retry } = useQuery('readReferralEntries', { of, skip })
  return <Entries title={ownTitles[of]} data={data} retry={retry} />
}

const columns: Column<CreditEntry>[] = [
  { id: 'cause', title: 'Cause', isRowHeader: true, cell: ({ kind }) => entryLabel(kind) },
  { id: 'amount', title: 'Amount', align: 'end', cell: ({ amount }) => <SignedPrice micros={amount} decimals={6} /> },
  { id: 'date', title: 'Date', cell: ({ at }) => <RelativeTime at={at} /> },
]

interface EntriesProps {
  title: string
  data: RemoteData<{ entries: CreditEntry[]; totalCount: number }>
  retry: () => void
}

const Entries = ({ title, data, retry }: EntriesProps) => {
  const { page, to } = usePageNumber()
  const loaded = lastLoaded(data)?.value
  const total = loaded?.totalCount ?? 0
  return (
    <Card
      title={title}
      text={
        total < MAX_COUNTED_ENTRIES
          ? 'The amount is the sum of these entries of the ledger, newest first.'
          : 'The newest 10,000 of the entries that the amount is the sum of. The operator can export all of them.'
      }
      padded={false}
      actions={
        <LinkButton to="../credits" size="small" icon={<ArrowLeft />}>
          Credits
        </LinkButton>
      }
      footer={
        total > PAGE_SIZE && <Pagination label="Entries" page={page} pageSize={PAGE_SIZE} total={total} to={to} />
      }
    >
      <Remote data={data} retry={retry} title="The entries could not be loaded" value={loaded ?? null}>
        <DataTable
          caption={title}
          columns={columns}
          rows={loaded?.entries ?? []}
          rowKey={({ number }) => String(number)}
          loading={loaded === undefined}
          empty={<EmptyState title="No entries" text="The amount has never been anything but zero." />}
        />
      </Remote>
    </Card>
  )
}
