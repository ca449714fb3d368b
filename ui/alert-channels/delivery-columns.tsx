import type { Delivery, DeliveryId } from '../../src/contract/wire/alerts/alert-delivery.ts'
import { Button } from '../parts/actions/button.tsx'
import { Badge } from '../parts/state/badge.tsx'
import type { Column } from '../parts/tables/column.ts'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text } from '../parts/text/text.tsx'
import { deliveryStates } from './channel-texts.ts'

export const deliveryColumns = (onOpen: (id: DeliveryId) => void): Column<Delivery>[] => [
  { id: 'title', title: 'Message', isRowHeader: true, cell: ({ title }) => title },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={deliveryStates[state].tone}>{deliveryStates[state].label}</Badge>,
  },
  {
    id: 'result',
    title: 'Result',
    ownLine: true,
    cell: ({ error, status, nextAttemptAt }) => (
      <>
        <Text size="sm" tone="muted">
          {error === '' ? (status === null ? 'Not sent yet' : `Status ${status}`) : error}
        </Text>
        {nextAttemptAt && (
          <Text size="sm" tone="muted">
            Next attempt <RelativeTime at={nextAttemptAt} />
          </Text>
        )}
      </>
    ),
  },
  { id: 'attempts', title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { id: 'createdAt', title: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    id: 'action',
    title: 'Action',
    titleHidden: true,
    align: 'end',
    cell: ({ _id }) => (
      <Button size="small" onClick={() => onOpen(_id)}>
        Details
      </Button>
    ),
  },
]
