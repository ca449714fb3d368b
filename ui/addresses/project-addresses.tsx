import { useMemo } from 'react'
import { selectAddresses } from '../../src/addresses/addresses.ts'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { currentRows } from '../../src/core/entities.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectInstances } from '../../src/instances/instances.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { Card } from '../parts/layout/card.tsx'
import { DataTable } from '../parts/tables/data-table.tsx'
import { addressColumns } from './address-columns.tsx'

type ProjectAddressesProps = { id: ProjectId; organization: string }

/** The IP addresses that a project holds; nothing where there are none. */
export const ProjectAddresses = ({ id, organization }: ProjectAddressesProps) => {
  const { data } = useQuery('readProjectAddresses', { id })
  const known = useSelected(selectAddresses)
  const instances = useSelected(selectInstances)
  const response = lastLoaded(data)?.value
  const addresses = useMemo(() => response && currentRows(known, response.addresses), [known, response])
  const columns = useMemo(() => addressColumns(organization, instances), [organization, instances])
  if (!addresses || addresses.length === 0) return null
  return (
    <Card title="IP addresses" padded={false}>
      <DataTable
        caption="IP addresses"
        columns={columns}
        rows={addresses}
        rowKey={({ _id }) => _id}
        rowName={({ ip }) => ip}
        empty={null}
      />
    </Card>
  )
}
