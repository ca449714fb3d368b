import { eq } from 'drizzle-orm'
import type { CheckedAgents } from '../../outgoing/checked-agents.ts'
import type { Db } from '../../store/connection.ts'
import { backups } from '../../store/schema.ts'
import type { SnapshotRow } from '../snapshots/rows/snapshot-wire.ts'
import { type ArchiveStore, StoreFailure } from '../snapshots/store/archive-store.ts'
import type { BackupSecrets } from './backup-secrets.ts'

/** Returns the store that holds a snapshot: the platform's, or the bucket of its backup plan. */
export const createStoreOf =
  (options: { db: Db; secrets: BackupSecrets; local: ArchiveStore; agents: CheckedAgents }) =>
  async (row: SnapshotRow): Promise<ArchiveStore> => {
    const { db, secrets, local, agents } = options
    if (!row.isRemote) return local
    const [plan] = row.backupId ? await db.select().from(backups).where(eq(backups.id, row.backupId)) : []
    if (!plan?.place || !plan.secret) throw new StoreFailure('storeDenied', 'The backup plan of this backup is gone.')
    const secretAccessKey = secrets.open(plan.id, plan.secret)
    if (secretAccessKey === undefined)
      throw new StoreFailure('storeDenied', 'The secret access key cannot be read any more. Enter it again.')
    // Loaded with the first bucket: it is large, and most installations need none.
    const { createS3Store } = await import('../snapshots/store/s3-store.ts')
    return createS3Store({ place: plan.place, secretAccessKey, agents })
  }
