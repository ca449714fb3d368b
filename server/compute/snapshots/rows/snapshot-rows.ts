import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import { restores } from '../../../store/schema.ts'
import type { SnapshotRow } from './snapshot-wire.ts'

/** The key of a snapshot in its store. */
export const archiveKey = ({ id, organizationId, content }: SnapshotRow): string =>
  `${organizationId}/${id}.${content === 'volume' ? 'tar' : 'dump'}.zst`

export const publishSnapshotsChanged = (
  tx: Tx,
  { organizationId, projectId }: { organizationId: OrganizationId; projectId: ProjectId },
) => publishOrganizationEvents(tx, organizationId, { kind: 'snapshotsChanged', id: projectId })

/** How many restores still read a snapshot, or have left data in the engine. */
export const unfinishedRestores = (db: DbOrTx, id: SnapshotRow['id']): Promise<number> =>
  db.$count(
    restores,
    and(
      eq(restores.snapshotId, id),
      or(inArray(restores.state, ['Pending', 'Running']), isNotNull(restores.discardId)),
    ),
  )
