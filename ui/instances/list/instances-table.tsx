import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { Card } from '../../parts/layout/card.tsx'
import type { Column, Sort } from '../../parts/tables/column.ts'
import { WindowedTable } from '../../parts/tables/windowed-table.tsx'
import { Text } from '../../parts/text/text.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useChosenInstances } from './use-chosen-instances.ts'
import type { InstanceWindows } from './use-instance-windows.ts'

type InstancesTableProps = {
  list: InstanceWindows
  columns: readonly Column<Instance>[]
  organizationId: OrganizationId
  /** Its username. */
  organization: string
  /** Names what the list shows: with another scope, the selection is empty. */
  scope: string
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

export const InstancesTable = ({
  list: { count, rowAt, loaded, onRange },
  columns,
  organizationId,
  organization,
  scope,
  sort,
  onSort,
}: InstancesTableProps) => {
  const isVisitor = useIsVisitor()
  const mayChange = useBlocked('instances.write') === undefined && !isVisitor
  const { chosen, selected, choose } = useChosenInstances(scope, loaded)
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
            {...(mayChange && {
              selection: { selected, onSelect: choose, loadedKeys: loaded.map(({ _id }) => _id) },
            })}
          />
        )}
      </Card>
      {count > 0 && (
        <Text size="sm" tone="muted">
          {count === 1 ? '1 instance' : `${count.toLocaleString('en-GB')} instances`}
        </Text>
      )}
      <BulkBar organizationId={organizationId} chosen={chosen} count={count} onClear={() => choose(new Set())} />
    </>
  )
}
