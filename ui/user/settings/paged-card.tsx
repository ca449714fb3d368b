import type { ReactNode } from 'react'
import type { RemoteData } from '../../../src/core/remote-data.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'

export const PAGE_SIZE = 10

/** Returns the input for a page, from 1. Views of the same page share one query. */
export const listPage = (page: number) => ({ skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })

type PagedCardProps<Row> = {
  title: string
  text: string
  columns: readonly Column<Row>[]
  /** Null while they load. */
  rows: readonly Row[] | null
  rowKey: (row: Row) => string
  total: number
  page: number
  to: (page: number) => string
  data: RemoteData<unknown>
  onRetry: () => void
  /** Shown when the list is empty. */
  empty: ReactNode
}

/** One page of a list. */
export const PagedCard = <Row extends object>({
  title,
  text,
  columns,
  rows,
  rowKey,
  total,
  page,
  to,
  data,
  onRetry,
  empty,
}: PagedCardProps<Row>) => (
  <Card
    title={title}
    text={text}
    padded={false}
    footer={total > PAGE_SIZE && <Pagination label={title} page={page} pageSize={PAGE_SIZE} total={total} to={to} />}
  >
    <Remote data={data} retry={onRetry} title={`Your ${title.toLowerCase()} could not be loaded`} value={rows}>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows ?? []}
        rowKey={rowKey}
        loading={rows === null}
        empty={
          total > 0 ? (
            <EmptyState title="Nothing on this page" text="The list has become shorter. Go back a page." />
          ) : (
            empty
          )
        }
      />
    </Remote>
  </Card>
)
