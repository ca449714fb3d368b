import type { Payment } from '../../../src/contract/wire/money/payment.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { Price } from '../../parts/text/price.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { exactTimeText } from '../../parts/text/time-text.ts'
import { paymentAppearances } from './payment-appearances.ts'

/** The name of a payment, for its row and its page. */
export const paymentTime = ({ createdAt }: Payment): string => exactTimeText(Date.parse(createdAt))

export const paymentColumns: Column<Payment>[] = [
  { id: 'time', widthPercent: 34, title: 'Time', isRowHeader: true, cell: paymentTime },
  { id: 'method', widthPercent: 22, title: 'Payment method', cell: ({ title }) => title },
  {
    id: 'state',
    widthPercent: 20,
    title: 'State',
    cell: ({ state }) => <StatusMark status={paymentAppearances[state]} />,
  },
  {
    id: 'age',
    widthPercent: 11,
    title: 'Age',
    align: 'end',
    wideOnly: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'amount',
    widthPercent: 13,
    title: 'Amount',
    align: 'end',
    corner: true,
    cell: ({ amountMicros }) => <Price micros={amountMicros} />,
  },
]
