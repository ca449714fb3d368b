import type { Withdrawal } from '../../../../../src/contract/wire/referral.ts'
import { CopyId } from '../../../../parts/actions/copy-id.tsx'
import { Badge, type Tone } from '../../../../parts/state/badge.tsx'
import type { Column } from '../../../../parts/tables/column.ts'
import { Price } from '../../../../parts/text/price.tsx'
import { RelativeTime } from '../../../../parts/text/relative-time.tsx'
import { Text } from '../../../../parts/text/text.tsx'

const appearances: Record<Withdrawal['status'], { tone: Tone; label: string }> = {
  pending: { tone: 'warn', label: 'Pending' },
  paid: { tone: 'good', label: 'Paid' },
  rejected: { tone: 'bad', label: 'Rejected' },
}

export const withdrawalColumns: Column<Withdrawal>[] = [
  {
    id: 'wallet',
    title: 'Wallet',
    isRowHeader: true,
    cell: ({ walletAddress, networkName }) => (
      <>
        <CopyId id={walletAddress} label="Copy wallet address" head={8} tail={6} />
        <Text size="sm" tone="muted">
          {networkName}
        </Text>
      </>
    ),
  },
  { id: 'amount', title: 'Amount', align: 'end', cell: ({ amount }) => <Price micros={amount} /> },
  {
    id: 'name',
    title: 'Name',
    cell: ({ userDetails: { firstName, lastName } }) => `${firstName} ${lastName}`.trim(),
  },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => <Badge tone={appearances[status].tone}>{appearances[status].label}</Badge>,
  },
  { id: 'date', title: 'Date', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]
