import { sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../store/connection.ts'

/** Returns how much of an instance's logs is stored, over all its deployments. */
export async function readRetention(
  db: Db,
  id: InstanceId,
  { retentionBytes, retentionDays }: Config['logs'],
): Promise<ResponseOf<'readLogRetention'>> {
  const { rows } = await db.execute<{ bytes: string; lines: string; oldest_ms: string | null }>(sql`
    select coalesce(sum(octet_length(lines)), 0) as bytes,
      coalesce(sum(last_sequence - first_sequence + 1), 0) as lines,
      extract(epoch from min(first_at)) * 1000 as oldest_ms
    from log_chunk join deployment on deployment.id = deployment_id where instance_id = ${id} and raw_bytes > 0`)
  const [row] = rows
  const oldestMs = row?.oldest_ms
  return {
    retentionDays,
    retentionBytes,
    bytes: Number(row?.bytes ?? 0),
    lines: Number(row?.lines ?? 0),
    oldestAt: oldestMs ? new Date(Number(oldestMs)).toISOString() : null,
  }
}
