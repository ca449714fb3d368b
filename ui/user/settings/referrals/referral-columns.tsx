import type { ResponseOf } from '../../../../src/contract/contract.ts'
import { CopyId } from '../../../parts/actions/copy-id.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import type { Column } from '../../../parts/tables/column.ts'
import { Price } from '../../../parts/text/price.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'

type Referral = ResponseOf<'readReferrals'>['referrals'][number]

export const referralColumns: Column<Referral>[] = [
  {
    id: 'user',
    title: 'REFERRED USER ID',
    isRowHeader: true,
    cell: ({ userId }) => <CopyId id={userId} label="Copy user ID" head={8} tail={6} />,
  },
  { id: 'amount', title: 'AMOUNT', align: 'end', cell: ({ amount }) => <Price micros={amount} /> },
  {
    id: 'status',
    title: 'STATUS',
    cell: ({ paymentDone }) => (paymentDone ? <Badge tone="good">Success</Badge> : <Badge tone="warn">Pending</Badge>),
  },
  { id: 'date', title: 'DATE', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]
