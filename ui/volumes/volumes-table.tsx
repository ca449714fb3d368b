import { useMemo } from 'react'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { Card } from '../parts/layout/card.tsx'
import { DataTable } from '../parts/tables/data-table.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { volumeColumns } from './volume-columns.tsx'

type VolumesTableProps = {
  volumes: readonly Volume[]
  /** Set where volumes of several instances are listed. */
  namesInstance?: boolean
}

export const VolumesTable = ({ volumes, namesInstance = false }: VolumesTableProps) => {
  const columns = useMemo(() => volumeColumns(namesInstance), [namesInstance])
  return (
    <Card title="Volumes" padded={false}>
      <DataTable
        caption="Volumes"
        columns={columns}
        rows={volumes}
        rowKey={({ _id }) => _id}
        rowName={({ name }) => name}
        empty={
          <EmptyState
            title="No volumes"
            text="Add one to a service in the configuration to keep data beyond a deployment."
          />
        }
      />
    </Card>
  )
}
