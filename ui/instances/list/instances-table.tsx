import { useMemo } from 'react'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { Card } from '../../parts/layout/card.tsx'
import type { Sort } from '../../parts/tables/column.ts'
import { WindowedTable } from '../../parts/tables/windowed-table.tsx'
import { Text } from '../../parts/text/text.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { useCatalogueNames } from '../use-catalogue-names.ts'
import { instanceColumns } from './instance-columns.tsx'

import type { useInstanceWindows } from './use-instance-windows.ts'

type InstancesTableProps = {
  list: ReturnType<typeof useInstanceWindows>
  organization: string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

export const InstancesTable = ({
  list: { count, rowAt, onRange },
  organization,
  sort,
  onSort,
}: InstancesTableProps) => {
  const names = useCatalogueNames()
  const isVisitor = useIsVisitor()
  const columns = useMemo(
    () => instanceColumns(names).filter(({ id }) => !isVisitor || id !== 'price'),
    [names, isVisitor],
  )
  if (count === null) return <SkeletonRows columns={5} />
  return (
    <>
      <Card padded={false}>
        {count === 0 ? (
          <EmptyState title="No matching instances" text="Change the search, or show all instances." />
        ) : (
          <WindowedTable
            caption="Instances"
            columns={columns}
            count={count}
            rowAt={rowAt}
            rowKey={({ _id }) => _id}
            rowName={({ name }) => name}
            rowLink={({ _id, computeProject }) => `/${organization}/${computeProject}/${_id}`}
            sort={sort}
            onSort={onSort}
            onRange={onRange}
          />
        )}
      </Card>
      {count > 0 && (
        <Text size="sm" tone="muted">
          {count === 1 ? '1 instance' : `${count.toLocaleString('en-GB')} instances`}
        </Text>
      )}
    </>
  )
}
