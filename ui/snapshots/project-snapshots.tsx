import type { ProjectId } from '../../src/contract/wire/common.ts'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'
import { usePageNumber } from '../hooks/use-url-query.ts'
import { Card } from '../parts/layout/card.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Pagination } from '../parts/navigation/pagination.tsx'
import { DataTable } from '../parts/tables/data-table.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { RestoreNotes } from './restore-notes.tsx'
import { snapshotColumns } from './snapshot-columns.tsx'

const PAGE_SIZE = 20

type ProjectSnapshotsProps = {
  projectId: ProjectId
  /** The only volumes whose snapshots are shown. */
  ofVolumes?: readonly Volume[]
}

/** The snapshots of a project or of some of its volumes. */
export const ProjectSnapshots = ({ projectId, ofVolumes }: ProjectSnapshotsProps) => {
  const { page, to } = usePageNumber('snapshots')
  const [only] = ofVolumes?.length === 1 ? ofVolumes : []
  const { data, retry } = useQuery('readSnapshots', {
    id: projectId,
    skip: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    ...(only && { volumeId: only._id }),
  })
  const response = lastLoaded(data)?.value
  const total = response?.totalCount ?? 0
  if (ofVolumes?.length === 0) return null
  const isShown = (volumeId: string | null) => ofVolumes === undefined || ofVolumes.some(({ _id }) => _id === volumeId)
  const rows = response?.snapshots.filter(({ volumeId }) => isShown(volumeId)) ?? null
  return (
    <Stack>
      <RestoreNotes restores={response?.restores ?? []} />
      <Card
        title="Snapshots"
        text="Copies of volumes and dumps of databases. They outlive the volume that they are of."
        padded={false}
        footer={
          total > PAGE_SIZE && <Pagination label="Snapshots" page={page} pageSize={PAGE_SIZE} total={total} to={to} />
        }
      >
        <Remote data={data} retry={retry} title="The snapshots could not be loaded" value={rows}>
          <DataTable
            caption="Snapshots"
            columns={snapshotColumns}
            rows={rows ?? []}
            rowKey={({ _id }) => _id}
            rowName={({ name }) => name}
            loading={rows === null}
            empty={
              <EmptyState
                title={total > 0 && page > 1 ? 'Nothing on this page' : 'No snapshots'}
                text="Take one from the menu of a volume, before a risky change for example."
              />
            }
          />
        </Remote>
      </Card>
    </Stack>
  )
}
