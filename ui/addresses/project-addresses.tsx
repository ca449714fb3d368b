import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { selectAddresses } from '../../src/addresses/addresses.ts'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { currentRows } from '../../src/core/entities.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { Card } from '../parts/layout/card.tsx'
import { DataTable } from '../parts/tables/data-table.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { addressColumns } from './address-columns.tsx'

type ProjectAddressesProps = { id: ProjectId; organization: string }

/** The IP addresses that a project holds. */
export const ProjectAddresses = ({ id, organization }: ProjectAddressesProps) => {
  const { data, retry } = useQuery('readProjectAddresses', { id })
  const known = useSelected(selectAddresses)
  const response = lastLoaded(data)?.value
  const addresses = useMemo(() => response && currentRows(known, response.addresses), [known, response])
  const columns = useMemo(() => addressColumns(organization), [organization])
  const send = useSend()
  return (
    <Card
      title="IP addresses"
      text="Dedicated addresses of instances, and static ones that you keep."
      padded={false}
      actions={
        <MayButton
          may="instances.write"
          size="small"
          icon={<Plus />}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'leaseAddress', id } })}
        >
          Lease static address
        </MayButton>
      }
    >
      <Remote data={data} retry={retry} title="The addresses could not be loaded" value={addresses ?? null}>
        {(rows) => (
          <DataTable
            caption="IP addresses"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={({ ip }) => ip}
            empty={
              <EmptyState
                title="No IP addresses"
                text="Instances share the address of their region until they use a dedicated or a static one."
              />
            }
          />
        )}
      </Remote>
    </Card>
  )
}
