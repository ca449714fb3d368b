import { useMemo } from 'react'
import { instanceStates } from '../../src/contract/wire/compute.ts'
import type { Cluster } from '../../src/contract/wire/instance/cluster.ts'
import { useIsVisitor } from '../hooks/use-organization.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { instanceColumns } from '../instances/list/instance-columns.tsx'
import { InstancesTable } from '../instances/list/instances-table.tsx'
import { StateTabs } from '../instances/list/state-tabs.tsx'
import { useInstanceWindows } from '../instances/list/use-instance-windows.ts'
import { useCatalogueNames } from '../instances/use-catalogue-names.ts'
import { Stack } from '../parts/layout/stack.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'

/** The server does not sort this list. */
const unsorted = () => undefined

export const ClusterInstances = ({ cluster, organization }: { cluster: Cluster; organization: string }) => {
  const isVisitor = useIsVisitor()
  const { query, to } = useUrlQuery()
  const state = instanceStates.find((known) => known === query.get('state')) ?? ''
  const list = useInstanceWindows('readClusterInstances', { id: cluster._id, state })
  const names = useCatalogueNames()
  const columns = useMemo(
    () =>
      instanceColumns(names)
        .filter(({ id }) => !isVisitor || id !== 'price')
        .map(({ sortBy: _, ...column }) => column),
    [names, isVisitor],
  )
  if (cluster.instanceReport.total === 0 && !list.count)
    return <EmptyState title="No instances" text="Instances that are deployed from this source appear here." />
  return (
    <Stack>
      <Remote data={list.data} retry={list.retry} title="The instances could not be loaded" value={list.count}>
        <StateTabs report={cluster.instanceReport} current={state} to={(next) => to({ state: next })} />
        <InstancesTable
          list={list}
          columns={columns}
          organizationId={cluster.organizationId}
          organization={organization}
          scope={state}
          sort={undefined}
          onSort={unsorted}
        />
      </Remote>
    </Stack>
  )
}
