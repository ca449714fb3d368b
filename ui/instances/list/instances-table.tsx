import { useMemo } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { usePageNumber } from '../../hooks/use-url-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import type { Sort } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { sortedRows } from '../../parts/tables/sorted-rows.ts'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { useCatalogueNames } from '../use-catalogue-names.ts'
import { instanceColumns } from './instance-columns.tsx'

type InstancesTableProps = {
  /** Null while they load. */
  instances: readonly Instance[] | null
  organization: string
  pageSize: number
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** One page of the rows: sorting and searching cover all, rendering only what is on screen. */
export const InstancesTable = ({ instances, organization, pageSize, sort, onSort }: InstancesTableProps) => {
  const names = useCatalogueNames()
  const isVisitor = useIsVisitor()
  const columns = useMemo(
    () => instanceColumns(names).filter(({ id }) => !isVisitor || id !== 'price'),
    [names, isVisitor],
  )
  const { page, to } = usePageNumber()
  const rows = useMemo(() => sortedRows(instances ?? [], columns, sort), [instances, columns, sort])
  const pageRows = rows.slice((page - 1) * pageSize, page * pageSize)
  return (
    <>
      <Card padded={false}>
        <DataTable
          caption="Instances"
          columns={columns}
          rows={pageRows}
          rowKey={({ _id }) => _id}
          rowName={({ name }) => name}
          rowLink={({ _id, computeProject }) => `/${organization}/${computeProject}/${_id}`}
          sort={sort}
          onSort={onSort}
          loading={instances === null}
          empty={<EmptyState title="No instance matches" text="Try fewer letters, or look at All Instances." />}
        />
      </Card>
      <Pagination label="Instances" page={page} pageSize={pageSize} total={rows.length} to={to} />
    </>
  )
}
