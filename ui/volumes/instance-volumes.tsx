import { useMemo } from 'react'
import { currentRows } from '../../src/core/entities.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectVolumes } from '../../src/volumes/volumes.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useCurrentInstance } from '../instances/page/use-instance.ts'
import { Stack } from '../parts/layout/stack.tsx'
import { lazy } from '../parts/lazy/lazy.tsx'
import { Text } from '../parts/text/text.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { GapNote } from './gap-note.tsx'
import { VolumesTable } from './volumes-table.tsx'

const ProjectSnapshots = lazy(() => import('../snapshots/project-snapshots.tsx'), 'ProjectSnapshots')

/** The volumes that are attached to an instance. */
export const InstanceVolumes = () => {
  const instance = useCurrentInstance()
  const { data, retry } = useQuery('readInstanceVolumes', { id: instance._id })
  const known = useSelected(selectVolumes)
  const response = lastLoaded(data)?.value
  const volumes = useMemo(() => response && currentRows(known, response.volumes), [known, response])
  return (
    <Remote
      data={data}
      retry={retry}
      title="The volumes could not be loaded"
      value={volumes ?? null}
      loading={<SkeletonRows rows={2} columns={4} />}
    >
      {(rows) => (
        <Stack gap={3}>
          <VolumesTable volumes={rows} />
          <ProjectSnapshots projectId={instance.computeProject} ofVolumes={rows} />
          <Text size="sm" tone="muted">
            Volumes outlive deployments and belong to the project.
            <GapNote id={instance._id} />
          </Text>
        </Stack>
      )}
    </Remote>
  )
}
