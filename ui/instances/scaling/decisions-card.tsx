import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { usePageNumber } from '../../hooks/use-url-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { decisionColumns } from './decision-columns.tsx'

const PAGE_SIZE = 20

/** What the rules did, newest first. */
export const DecisionsCard = ({ instance: { _id: id } }: { instance: Instance }) => {
  const { page, to } = usePageNumber()
  const { data, retry } = useQuery('readScalingDecisions', { id, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })
  const total = lastLoaded(data)?.value.totalCount ?? 0
  return (
    <Card
      title="Decisions"
      padded={false}
      footer={
        total > PAGE_SIZE && <Pagination label="Decisions" page={page} pageSize={PAGE_SIZE} total={total} to={to} />
      }
    >
      <Remote
        data={data}
        retry={retry}
        title="The decisions could not be loaded"
        loading={<SkeletonRows rows={3} columns={4} />}
      >
        {({ decisions }) => (
          <DataTable
            caption="Decisions"
            columns={decisionColumns}
            rows={decisions}
            rowKey={({ _id }) => _id}
            rowName={({ service }) => service}
            empty={
              page > 1 ? (
                <EmptyState title="No decisions here" text="They are on another page." />
              ) : (
                <EmptyState
                  title="No decisions yet"
                  text="Each change of replicas by the rules appears here with its numbers, for 90 days."
                />
              )
            }
          />
        )}
      </Remote>
    </Card>
  )
}
