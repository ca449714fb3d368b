import { and, eq, isNull } from 'drizzle-orm'
import type { ReplicaId } from '../../../../src/contract/wire/common.ts'
import { volumeLimitBytes } from '../../../../src/rules/units/volume-fullness.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { replicas } from '../../../store/schema.ts'
import type { VolumeRow } from '../rows/volume-wire.ts'

export const isOverSize = ({ isSizeEnforced, sizeBytes }: VolumeRow, usedBytes: number): boolean =>
  !isSizeEnforced && usedBytes > volumeLimitBytes(sizeBytes)

/** Returns the running replicas of the service that has a volume. */
export async function replicasOf(db: DbOrTx, { instanceId, service }: VolumeRow): Promise<ReplicaId[]> {
  if (!instanceId || service === '') return []
  const rows = await db
    .select({ id: replicas.id })
    .from(replicas)
    .where(
      and(
        eq(replicas.instanceId, instanceId),
        eq(replicas.service, service),
        eq(replicas.desiredState, 'active'),
        isNull(replicas.removedAt),
      ),
    )
  return rows.map(({ id }) => id)
}
