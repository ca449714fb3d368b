import type { AlertChannel } from '../../src/contract/wire/alerts/alert-channel.ts'
import type { DeliveryId } from '../../src/contract/wire/alerts/alert-delivery.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'
import { usePageNumber, useUrlQuery } from '../hooks/use-url-query.ts'
import { Button } from '../parts/actions/button.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Pagination } from '../parts/navigation/pagination.tsx'
import { DataTable } from '../parts/tables/data-table.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'

const PAGE_SIZE = 20

/** The messages to one channel, newest first. */
export const ChannelDeliveries = ({ channel }: { channel: AlertChannel }) => {
  const { page, to } = usePageNumber()
  const { query, choose } = useUrlQuery()
  const input = { id: channel._id, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const { data, retry } = useQuery('readChannelDeliveries', input)
  const total = lastLoaded(data)?.value.total ?? 0
  const opened = query.get('delivery')
  return (
    <Card
      title={`Deliveries to ${channel.name}`}
      text="Messages are sent in their order, and repeated for a day. Deliveries are kept for 30 days."
      padded={false}
      actions={
        <Button size="small" variant="quiet" onClick={() => choose({ channel: '', page: '', delivery: '' })}>
          Hide
        </Button>
      }
      footer={
        total > PAGE_SIZE && <Pagination label="Deliveries" page={page} pageSize={PAGE_SIZE} total={total} to={to} />
      }
    >
      <Remote
        data={data}
        retry={retry}
        title="The deliveries could not be loaded"
        loading={<SkeletonRows columns={4} />}
      >
        {({ deliveries }) => (
          <DataTable
            caption="Deliveries"
            columns={deliveryColumns((id) => choose({ delivery: id }))}
            rows={deliveries}
            rowKey={({ _id }) => _id}
            rowName={({ title }) => title}
            empty={<EmptyState title="No deliveries" text="Messages to this channel are listed here." />}
          />
        )}
      </Remote>
      {opened !== null && (
        // The server rejects an id in the address that is none.
        <DeliveryDialog channel={channel} id={opened as DeliveryId} onClose={() => choose({ delivery: '' })} />
      )}
    </Card>
  )
}
