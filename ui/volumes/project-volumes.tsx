import { useMemo } from 'react'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { currentRows } from '../../src/core/entities.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectInstances } from '../../src/instances/instances.ts'
import { selectVolumes } from '../../src/volumes/volumes.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { VolumesTable } from './volumes-table.tsx'

/** The volumes of a project; nothing where there are none. */
export const ProjectVolumes = ({ id }: { id: ProjectId }) => {
  const { data } = useQuery('readProjectVolumes', { id })
  const known = useSelected(selectVolumes)
  const instances = useSelected(selectInstances)
  const response = lastLoaded(data)?.value
  const volumes = useMemo(() => response && currentRows(known, response.volumes), [known, response])
  if (!volumes || volumes.length === 0) return null
  return <VolumesTable volumes={volumes} instances={instances} />
}
