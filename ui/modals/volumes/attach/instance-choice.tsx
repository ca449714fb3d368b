import { useState } from 'react'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { Volume } from '../../../../src/contract/wire/volumes/volume.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { instanceHindrance } from '../../../../src/instances/volumes/attach-volume.ts'
import { useLastValue } from '../../../hooks/use-last-value.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { useCatalogueNames } from '../../../instances/use-catalogue-names.ts'
import { Select } from '../../../parts/choices/select.tsx'
import { SearchField } from '../../../parts/fields/search-field.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'

/** More are found with the search. */
const LISTED = 20

type InstanceChoiceProps = { volume: Volume; chosen: Instance | null; onChange: (instance: Instance) => void }

/** The instances of the volume's project. Those that cannot have it say why. */
export const InstanceChoice = ({ volume, chosen, onChange }: InstanceChoiceProps) => {
  const [search, setSearch] = useState('')
  const { region } = useCatalogueNames()
  const { data } = useQuery('readInstances', {
    id: volume.projectId,
    skip: 0,
    limit: LISTED,
    search: search.trim(),
    sort: 'name',
  })
  const list = useLastValue(lastLoaded(data)?.value ?? null)
  if (!list) return <SkeletonRows rows={1} columns={1} />
  const instances = [
    ...(chosen && !list.instances.some(({ _id }) => _id === chosen._id) ? [chosen] : []),
    ...list.instances,
  ]
  return (
    <>
      {(list.totalCount > LISTED || search !== '') && (
        <SearchField label="Search instances" value={search} onChange={setSearch} />
      )}
      {instances.length === 0 ? (
        <Text tone="muted">{search === '' ? 'This project has no instances.' : 'No matching instances.'}</Text>
      ) : (
        <Select
          label="Instance"
          required
          options={instances.map((instance) => {
            const hindrance = instanceHindrance(volume, instance, region)
            return {
              value: instance._id,
              label: instance.name,
              ...(hindrance !== null && { note: hindrance, disabled: true }),
            }
          })}
          value={chosen?._id ?? null}
          onChange={(id) => {
            const instance = instances.find(({ _id }) => _id === id)
            if (instance) onChange(instance)
          }}
        />
      )}
    </>
  )
}
