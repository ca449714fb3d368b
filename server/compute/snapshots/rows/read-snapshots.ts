import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Restore, Snapshot } from '../../../../src/contract/wire/volumes/snapshot.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { backups, restores, snapshots, users } from '../../../store/schema.ts'
import { restoreWire, snapshotWire } from './snapshot-wire.ts'

const RESTORES_SHOWN = 20

export async function readSnapshots(
  db: DbOrTx,
  condition: SQL | undefined,
  { skip, limit }: { skip: number; limit: number },
): Promise<Snapshot[]> {
  const rows = await db
    .select({ row: snapshots, backup: backups.name, author: users.name })
    .from(snapshots)
    .leftJoin(backups, eq(backups.id, snapshots.backupId))
    .leftJoin(users, eq(users.id, snapshots.createdBy))
    .where(condition)
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
    .offset(skip)
    .limit(limit)
  return rows.map(({ row, ...names }) => snapshotWire(row, names))
}

export async function readSnapshot(db: DbOrTx, id: Snapshot['_id']): Promise<Snapshot> {
  const [found] = await readSnapshots(db, eq(snapshots.id, id), { skip: 0, limit: 1 })
  if (!found) throw new ApiError('notFound')
  return found
}

export async function readRestores(db: DbOrTx, projectId: ProjectId): Promise<Restore[]> {
  const ofProject = eq(restores.projectId, projectId)
  const [live, ended] = await Promise.all([
    db
      .select()
      .from(restores)
      .where(and(ofProject, inArray(restores.state, ['Pending', 'Running']))),
    db
      .select()
      .from(restores)
      .where(and(ofProject, or(eq(restores.state, 'Succeeded'), eq(restores.state, 'Failed'))))
      .orderBy(desc(restores.createdAt))
      .limit(RESTORES_SHOWN),
  ])
  return [...live, ...ended].map(restoreWire)
}
