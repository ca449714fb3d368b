import { useMemo } from 'react'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { currentRows } from '../../src/core/entities.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectVolumes } from '../../src/volumes/volumes.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { Stack } from '../parts/layout/stack.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { BackupsCard } from '../snapshots/backups-card.tsx'
import { ProjectSnapshots } from '../snapshots/project-snapshots.tsx'
import { VolumesTable } from './volumes-table.tsx'

/** The volumes of a project with their snapshots, and its backup plans. */
export const ProjectVolumes = ({ id }: { id: ProjectId }) => {
  const { data, retry } = useQuery('readProjectVolumes', { id })
  const known = useSelected(selectVolumes)
  const response = lastLoaded(data)?.value
  const volumes = useMemo(() => response && currentRows(known, response.volumes), [known, response])
  return (
    <Remote
      data={data}
      retry={retry}
      title="The volumes could not be loaded"
      value={volumes ?? null}
      loading={<SkeletonRows rows={3} columns={4} />}
    >
      {(rows) => (
        <Stack>
          <VolumesTable volumes={rows} namesInstance />
          <ProjectSnapshots projectId={id} />
          <BackupsCard projectId={id} />
        </Stack>
      )}
    </Remote>
  )
}
